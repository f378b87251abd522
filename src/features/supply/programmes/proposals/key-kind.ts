import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Another key of an issuer: it takes the approvals that the first one took. */
export const keyKind: ProposalKind = {
  name: 'programme.key',
  label: ({ name }) => message('approvals.issuer_key', { name: String(name) }),
  link: (_id, { programme_id }) => pagePath('/admin/programmes/:id', { id: String(programme_id) }),
  duty: 'approver',
  approvals: 2,
  own: messageKey('programme.four_eyes_key'),
};
