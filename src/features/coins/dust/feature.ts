import type { Feature } from '../../feature.ts';
import { dustData } from './dust-data.ts';
import { dustEvidence } from './dust-evidence.ts';

export const feature: Feature = {
  accountData: [dustData],
  evidence: [dustEvidence],
  tables: {
    dust_deposits: { why: 'books', of: 'payments' },
  },
};
