import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

/** Refunding a claim that the issuer's answer doesn't cover. The subject is the claim. */
export const goodwillKind: ProposalKind = {
  name: 'claim.goodwill',
  label: ({ number, amount_cents }) =>
    message('approvals.goodwill', { number: String(number), amount: { cents: Number(amount_cents) } }),
  link: (id) => pagePath('/admin/claims/:id', { id }),
  duty: 'approver',
  own: messageKey('claim.four_eyes'),
};
