import type { Feature } from '../../feature.ts';

export const feature: Feature = {
  tables: {
    pasted_code_search: { why: 'work', of: 'support' },
    pasted_codes: { why: 'proof', of: 'orders' },
  },
};
