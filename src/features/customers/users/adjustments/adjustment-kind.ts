import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** An amount that goes on a balance, or below zero is taken from it. */
export const adjustmentKind: ProposalKind = {
  name: 'balance.adjust',
  label({ cents, order_number }) {
    const amount = { cents: Math.abs(Number(cents)) };
    if (order_number) return message('approvals.refund', { amount, number: String(order_number) });
    return message(Number(cents) > 0 ? 'approvals.credit' : 'approvals.debit', { amount });
  },
  link: (id) => `${pagePath('/admin/users/:id', { id })}?tab=actions`,
  duty: 'approver',
  own: messageKey('users.own'),
};
