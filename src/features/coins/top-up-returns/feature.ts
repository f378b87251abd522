import type { Feature } from '../../feature.ts';
import { topUpReturnMails } from './return/mails.ts';
import { returnEvidence } from './return/return-evidence.ts';
import { returnKind } from './return/return-kind.ts';
import { reversalKind } from './return/reversal-kind.ts';
import { returnBooks } from './return-books.ts';
import { returnData } from './return-data.ts';
import { topUpReturnRoutes } from './routes.ts';

export const feature: Feature = {
  routes: topUpReturnRoutes,
  mails: topUpReturnMails,
  proposalKinds: [returnKind, reversalKind],
  accountData: [returnData],
  books: returnBooks,
  evidence: returnEvidence,
  tables: {
    top_up_returns: { why: 'books', of: 'payments' },
  },
};
