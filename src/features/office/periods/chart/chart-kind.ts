import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** A shop has one chart of accounts, so all proposals are about the same. */
export const CHART = '00000000-0000-7000-8000-000000000000';

/** The facts are a kind of account each, with number and tax key, and what else stands in a chart. */
export const chartKind: ProposalKind = {
  name: 'books.chart',
  label: () => message('approvals.chart'),
  link: () => pagePath('/admin/ledger/chart'),
  duty: 'approver',
  own: messageKey('chart.four_eyes'),
};
