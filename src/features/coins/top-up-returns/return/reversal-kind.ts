import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** A top-up that was sent back and came back. The subject is its return; the facts name coin, amount and evidence. */
export const reversalKind: ProposalKind = {
  name: 'top_up_return.reverse',
  label: ({ coin, amount_cents, evidence }) =>
    message('approvals.top_up_came_back', {
      coin: String(coin),
      amount: { cents: Number(amount_cents) },
      evidence: String(evidence),
    }),
  link: (id) => pagePath('/admin/top-up-returns/:id', { id }),
  duty: 'payouts',
  own: messageKey('top_up_return.reversal_four_eyes'),
};
