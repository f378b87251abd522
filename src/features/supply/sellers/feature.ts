import type { Feature } from '../../feature.ts';
import { networkLimitAlert, sellerBooksAlert, sellerThresholdAlert } from './books/alert-kinds.ts';
import { reconcileSellers } from './books/reconcile-sellers.ts';
import { sellerMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { sellerRoutes } from './routes.ts';
import { sellerListedAlert, sellerResemblesAlert } from './screening/alert-kinds.ts';
import { startScreeningLoop } from './screening/start-screening-loop.ts';
import { sealedSellers } from './seller/sealed-sellers.ts';
import { sellerKinds } from './seller/seller-kinds.ts';
import { fewBuyersAlert } from './shares/few-buyers-alert.ts';
import { releaseShares } from './shares/release-shares.ts';
import { watchBuyers } from './shares/watch-buyers.ts';

export const feature: Feature = {
  routes: sellerRoutes,
  mails: sellerMails,
  loops: [startScreeningLoop],
  sweeps: [watchBuyers, releaseShares, reconcileSellers],
  alertKinds: [
    networkLimitAlert,
    sellerBooksAlert,
    sellerThresholdAlert,
    sellerListedAlert,
    sellerResemblesAlert,
    fewBuyersAlert,
  ],
  proposalKinds: Object.values(sellerKinds),
  recordKinds,
  sealedPlaces: [sealedSellers],
  tables: {
    seller_contacts: { why: 'books', of: 'sellers' },
    seller_lines: { why: 'books', of: 'sellers' },
    seller_nights: { why: 'proof' },
    seller_waits: { why: 'proof', of: 'sellers' },
    sellers: { why: 'books', of: 'sellers' },
  },
};
