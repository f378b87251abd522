import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** An amount of a debt that the balance settles, or that the shop writes off. */
export const debtKind: ProposalKind = {
  name: 'debt.settle',
  label: ({ how, cents }) =>
    message(how === 'balance' ? 'approvals.debt_settled' : 'approvals.debt_written_off', {
      amount: { cents: Number(cents) },
    }),
  link: (id) => `${pagePath('/admin/users/:id', { id })}?tab=actions`,
  duty: 'approver',
  own: messageKey('users.own'),
};
