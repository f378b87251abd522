import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Resuming a programme that the shop itself suspended: by two people. */
export const resumeKind: ProposalKind = {
  name: 'programme.resume',
  label: ({ name }) => message('approvals.programme_resume', { name: String(name) }),
  link: (id) => pagePath('/admin/programmes/:id', { id }),
  duty: 'approver',
  own: messageKey('programme.four_eyes_resume'),
};
