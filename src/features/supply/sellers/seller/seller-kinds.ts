import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../../../feature.ts';

const link = (id: string) => pagePath('/reseller/sellers/:id', { id });

/** Decisions about a seller that need two people. */
export const sellerKinds = {
  verification: {
    name: 'seller.verification',
    label: ({ name }) => message('approvals.seller', { name: String(name) }),
    link,
    duty: 'approver',
    own: messageKey('seller.four_eyes'),
  },
  terms: {
    name: 'seller.terms',
    label: ({ name }) => message('approvals.seller_terms', { name: String(name) }),
    link,
    duty: 'approver',
    own: messageKey('seller.four_eyes'),
  },
} satisfies Record<string, ProposalKind>;
