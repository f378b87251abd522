import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Removing the second factors of an account whose owner lost them. */
export const factorResetKind: ProposalKind = {
  name: 'factors.reset',
  label: () => message('approvals.factor_reset'),
  link: (id) => `${pagePath('/admin/users/:id', { id })}?tab=actions`,
  duty: 'approver',
  own: messageKey('users.own'),
};
