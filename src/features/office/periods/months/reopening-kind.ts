import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

export const reopeningKind: ProposalKind = {
  name: 'books.reopening',
  label: ({ month }) => message('approvals.reopening', { month: { month: String(month) } }),
  link: (_id, { month }) => pagePath('/admin/ledger/months/:id', { id: String(month) }),
  duty: 'approver',
  own: messageKey('month.four_eyes'),
};
