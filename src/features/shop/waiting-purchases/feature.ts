import type { Feature } from '../../feature.ts';
import { purchaseMails } from './mails.ts';
import { openPurchases } from './open-purchases.ts';
import { purchaseData } from './purchase-data.ts';
import { purchaseEvidence } from './purchase-evidence.ts';
import { purchaseRecords } from './purchase-records.ts';
import { waitingPurchaseRoutes } from './routes.ts';
import { startPurchasesLoop } from './settle/start-purchases-loop.ts';

export const feature: Feature = {
  routes: waitingPurchaseRoutes,
  mails: purchaseMails,
  loops: [startPurchasesLoop],
  attention: [{ rank: 7, find: openPurchases }],
  accountData: [purchaseData],
  evidence: purchaseEvidence,
  userRecords: [purchaseRecords],
  tables: {
    waiting_purchases: { why: 'books', of: 'orders' },
  },
};
