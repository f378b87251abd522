import { message, messageKey } from '#i18n/message.ts';
import type { ProposalKind } from '../four-eyes/proposal-kind.ts';

/** Taking an issuer's programme on. */
export const programmeKind: ProposalKind = {
  name: 'programme.approval',
  label: ({ name }) => message('approvals.programme', { name: String(name) }),
  duty: 'approver',
  own: messageKey('programme.four_eyes'),
};
