import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Taking an issuer's programme on: by two people who didn't propose it (P1). */
export const programmeKind: ProposalKind = {
  name: 'programme.approval',
  label: ({ name }) => message('approvals.programme', { name: String(name) }),
  link: (id) => pagePath('/admin/programmes/:id', { id }),
  duty: 'approver',
  approvals: 2,
  own: messageKey('programme.four_eyes'),
};
