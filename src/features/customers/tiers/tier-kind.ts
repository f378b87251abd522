import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../feature.ts';

/** Tier 2, which takes a second person; the facts name the check by its id. */
export const tierKind: ProposalKind = {
  name: 'tier.raise',
  label: ({ tier }) => message('approvals.tier', { tier: Number(tier) }),
  link: (id) => `${pagePath('/admin/users/:id', { id })}?tab=actions`,
  duty: 'approver',
  own: messageKey('users.own'),
};
