import type { Feature } from '../../feature.ts';
import { adjustmentBook } from './adjustments/adjustment-book.ts';
import { adjustmentData } from './adjustments/adjustment-data.ts';
import { adjustmentKind } from './adjustments/adjustment-kind.ts';
import { debtKind } from './debts/debt-kind.ts';
import { userRecords } from './detail/user-records.ts';
import { dutyKind } from './duties/duty-kind.ts';
import { factorResetKind } from './factor-reset/factor-reset-kind.ts';
import { userMails } from './person/mails.ts';
import { recordKinds } from './record-kinds.ts';
import { userRoutes } from './routes.ts';
import { accessKind } from './staff-access/access-kind.ts';
import { userEvidence } from './user-evidence.ts';

export const feature: Feature = {
  routes: userRoutes,
  mails: userMails,
  proposalKinds: [dutyKind, factorResetKind, accessKind, adjustmentKind, debtKind],
  accountData: [adjustmentData],
  books: [adjustmentBook],
  evidence: userEvidence,
  recordKinds,
  userRecords,
  tables: {
    balance_adjustments: { why: 'books', of: 'payments' },
  },
};
