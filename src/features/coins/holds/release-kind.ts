import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { ProposalKind } from '../../feature.ts';

/** Letting a payment from a listed sender through. */
export const releaseKind: ProposalKind = {
  name: 'hold.release',
  label: ({ coin, amount_units }) =>
    message('approvals.release', { amount: { units: String(amount_units), coin: coin as Coin } }),
  link: (deposit_id) => pagePath('/admin/payments/:id', { id: deposit_id }),
  own: messageKey('held.proposed_by_you'),
};
