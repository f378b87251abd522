import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** A paid payout that came back. The subject is the payout; the facts name the seller, the amount and the evidence. */
export const returnKind: ProposalKind = {
  name: 'payout.reverse',
  label: ({ name, amount_cents, evidence }) =>
    message('approvals.payout_returned', {
      name: String(name),
      amount: { cents: Number(amount_cents) },
      evidence: String(evidence),
    }),
  link: (_subject, { seller_id }) => pagePath('/reseller/sellers/:id/payouts', { id: String(seller_id) }),
  duty: 'payouts',
  own: messageKey('payout.return_four_eyes'),
};
