import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** The record began once, so all proposals are about the same. */
export const EARLIER = '00000000-0000-7000-8000-000000000000';

/** Labelling what left before the record began. The facts say how many transactions, and a digest which. */
export const earlierKind: ProposalKind = {
  name: 'outflow.earlier',
  label: ({ transactions }) => message('approvals.outflows_earlier', { count: Number(transactions) }),
  link: () => pagePath('/admin/ledger/outflows/earlier'),
  duty: 'approver',
  own: messageKey('outflows.earlier_four_eyes'),
};
