import type { Feature } from '../../feature.ts';

export const feature: Feature = {
  tables: {
    embargoed_countries: { why: 'work' },
    sanctioned_keys: { why: 'work' },
    sanctioned_names: { why: 'work', of: 'checks' },
    sanctions_lists: { why: 'proof' },
  },
};
