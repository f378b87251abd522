import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { ProposalKind } from '../../feature.ts';

/** Saying whose money it is that came to an address nobody was given. */
export const ownerKind: ProposalKind = {
  name: 'unclaimed.owner',
  label: ({ coin, amount_units }) =>
    message('approvals.owner', { amount: { units: String(amount_units), coin: coin as Coin } }),
  link: (id) => pagePath('/admin/unclaimed-deposits/:id', { id }),
  duty: 'approver',
  own: messageKey('unclaimed.proposed_by_you'),
};
