import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** A shop has one operator, so all proposals are about the same. */
export const OPERATOR = '00000000-0000-7000-8000-000000000000';

/** The facts are the columns of `operator_versions`. */
export const operatorKind: ProposalKind = {
  name: 'tax.operator',
  label: ({ legal_name }) => message('approvals.operator', { name: String(legal_name) }),
  link: () => pagePath('/admin/ledger/operator'),
  duty: 'approver',
  own: messageKey('operator.four_eyes'),
};
