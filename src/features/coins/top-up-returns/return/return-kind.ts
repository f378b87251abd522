import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Sending an unspent top-up back. The facts name the amount and the address, which is paid only as they say. */
export const returnKind: ProposalKind = {
  name: 'top_up_return.approval',
  label: ({ coin, amount_cents }) =>
    message('approvals.top_up_return', { coin: String(coin), amount: { cents: Number(amount_cents) } }),
  link: (id) => pagePath('/admin/top-up-returns/:id', { id }),
  duty: 'payouts',
  own: messageKey('top_up_return.four_eyes'),
};
