import type { Feature } from '../../feature.ts';

export const feature: Feature = {
  tables: {
    scrubs: { why: 'settings' },
  },
};
