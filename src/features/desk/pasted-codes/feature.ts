import type { Feature } from '../../feature.ts';
import { codePastedAlert, pastedCodesAlert } from './alert-kinds.ts';

export const feature: Feature = {
  alertKinds: [codePastedAlert, pastedCodesAlert],
  tables: {
    pasted_codes: { why: 'proof', of: 'orders' },
  },
};
