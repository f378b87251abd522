import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Admitting cards that the import guard kept for a decision. */
export const quarantineKind: ProposalKind = {
  name: 'quarantine.admission',
  label: ({ name, rules, cards }) =>
    message('approvals.quarantine', { name: String(name), rules: String(rules), cards: Number(cards) }),
  // Proposals of earlier releases don't name their batch.
  link: (_id, { batch_id }) =>
    batch_id ? pagePath('/reseller/import/:id', { id: String(batch_id) }) : pagePath('/admin/approvals'),
  duty: 'approver',
  own: messageKey('quarantine.four_eyes'),
};
