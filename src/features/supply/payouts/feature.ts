import type { Feature } from '../../feature.ts';
import { otherAmountAlert, unconfirmedAlert } from './confirmed/alert-kinds.ts';
import { watchPayouts } from './confirmed/watch-payouts.ts';
import { sealedDestinations } from './destination/sealed-destinations.ts';
import { payoutMails } from './mails.ts';
import { payoutEvidence } from './payout/payout-evidence.ts';
import { payoutKind } from './payout/payout-kind.ts';
import { recordKinds } from './record-kinds.ts';
import { returnKind } from './returned/return-kind.ts';
import { payoutRoutes } from './routes.ts';

export const feature: Feature = {
  routes: payoutRoutes,
  mails: payoutMails,
  vaultSweeps: [watchPayouts],
  alertKinds: [otherAmountAlert, unconfirmedAlert],
  proposalKinds: [payoutKind, returnKind],
  evidence: payoutEvidence,
  recordKinds,
  sealedValues: [sealedDestinations],
  tables: {
    seller_destinations: { why: 'books', of: 'sellers' },
    seller_payouts: { why: 'books', of: 'sellers' },
  },
};
