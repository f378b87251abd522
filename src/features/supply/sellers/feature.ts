import type { Feature } from '../../feature.ts';
import { reconcileSellers } from './books/reconcile-sellers.ts';
import { sellerMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { sellerKinds } from './records/seller-kinds.ts';
import { sellerRoutes } from './routes.ts';
import { startScreeningLoop } from './screening/start-screening-loop.ts';
import { releaseShares } from './shares/release-shares.ts';
import { watchBuyers } from './shares/watch-buyers.ts';

export const feature: Feature = {
  routes: sellerRoutes,
  mails: sellerMails,
  loops: [startScreeningLoop],
  sweeps: [watchBuyers, releaseShares, reconcileSellers],
  proposalKinds: Object.values(sellerKinds),
  recordKinds,
  tables: {
    seller_contacts: { why: 'books', of: 'sellers' },
    seller_lines: { why: 'books', of: 'sellers' },
    seller_nights: { why: 'proof' },
    seller_waits: { why: 'proof', of: 'sellers' },
    sellers: { why: 'books', of: 'sellers' },
  },
};
