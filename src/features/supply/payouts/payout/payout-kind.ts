import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Paying a seller. The subject is the payout; its facts name the seller. */
export const payoutKind: ProposalKind = {
  name: 'payout.approval',
  label: ({ name, amount_cents }) =>
    message('approvals.payout', { name: String(name), amount: { cents: Number(amount_cents) } }),
  link: (_subject, { seller_id }) => pagePath('/reseller/sellers/:id/payouts', { id: String(seller_id) }),
  duty: 'payouts',
  own: messageKey('payout.four_eyes'),
};
