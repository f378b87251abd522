import type { Feature } from '../../feature.ts';
import { payoutMails } from './mails.ts';
import { payoutKind } from './payout/payout-kind.ts';
import { recordKinds } from './record-kinds.ts';
import { payoutRoutes } from './routes.ts';

export const feature: Feature = {
  routes: payoutRoutes,
  mails: payoutMails,
  proposalKinds: [payoutKind],
  recordKinds,
  tables: {
    seller_destinations: { why: 'books', of: 'sellers' },
    seller_payouts: { why: 'books', of: 'sellers' },
  },
};
