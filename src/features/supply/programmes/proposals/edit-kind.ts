import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** A new version of a programme: it takes the approvals that the programme took. */
export const editKind: ProposalKind = {
  name: 'programme.edit',
  label: ({ name, number }) => message('approvals.programme_edit', { name: String(name), number: Number(number) }),
  link: (id) => pagePath('/admin/programmes/:id', { id }),
  duty: 'approver',
  approvals: 2,
  own: messageKey('programme.four_eyes'),
};
