import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

type Facts = { coin: string; seller_id: string };
const link = ({ details: { seller_id } }: { details: Facts }) =>
  pagePath('/reseller/sellers/:id/payouts', { id: seller_id });

/** The transaction of a payout pays something else to where its seller is paid. */
export const otherAmountAlert: AlertKind<Facts & { units: string }> = {
  name: 'payout.other_amount',
  severity: 'critical',
  sentence: ({ details: { coin, units } }) =>
    message('alert.payout_other_amount', { amount: { units, coin: coin as 'BTC' } }),
  link,
};

/** No node has the transaction of a payout deep enough, a day after it was recorded. */
export const unconfirmedAlert: AlertKind<Facts> = {
  name: 'payout.unconfirmed',
  sentence: ({ details: { coin } }) => message('alert.payout_unconfirmed', { coin }),
  link,
};
