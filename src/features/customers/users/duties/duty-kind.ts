import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Giving and taking duties; the proposal's facts hold all that the person would have. */
export const dutyKind: ProposalKind = {
  name: 'duty.change',
  label: ({ duties }) =>
    message(duties === '' ? 'approvals.no_duties' : 'approvals.duties', { duties: String(duties) }),
  link: (id) => pagePath('/admin/staff/:id', { id }),
  duty: 'approver',
  own: messageKey('staff.own'),
};
