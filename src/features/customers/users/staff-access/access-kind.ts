import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Closing somebody of the staff out of the shop, or letting them in again; the fact `to` is `disabled` or `enabled`. */
export const accessKind: ProposalKind = {
  name: 'staff.access',
  label: ({ to }) => message(to === 'enabled' ? 'approvals.staff_enable' : 'approvals.staff_disable'),
  link: (id) => `${pagePath('/admin/users/:id', { id })}?tab=actions`,
  duty: 'approver',
  own: messageKey('users.own'),
};
