import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Taking a rate that jumped for a true one. */
export const jumpKind: ProposalKind = {
  name: 'rate.jump',
  label: ({ coin, usd }) => message('approvals.rate', { coin: String(coin), usd: String(usd) }),
  link: (id) => pagePath('/admin/rate-jumps/:id', { id }),
  duty: 'approver',
  own: messageKey('rate_jump.proposed_by_you'),
};
