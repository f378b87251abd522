import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Putting an imported batch on sale. */
export const batchKind: ProposalKind = {
  name: 'batch.approval',
  label: ({ name }) => message('approvals.batch', { name: String(name) }),
  link: (id) => pagePath('/reseller/base/:id', { id }),
  duty: 'approver',
  own: messageKey('batch.four_eyes'),
};
