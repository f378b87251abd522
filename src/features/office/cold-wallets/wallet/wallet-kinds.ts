import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalFacts, ProposalKind } from '../../../feature.ts';

const link = (id: string) => pagePath('/admin/ledger/cold-wallets/:id', { id });
const named = ({ name, coin }: ProposalFacts) => ({ name: String(name), coin: String(coin) });

/** Watching a wallet of the operator. The subject is the wallet; the facts name what is public of it. */
export const additionKind: ProposalKind = {
  name: 'cold_wallet.addition',
  label: (facts) => message('approvals.cold_wallet', named(facts)),
  link,
  duty: 'approver',
  own: messageKey('cold_wallet.four_eyes'),
};

/** Watching it no longer. */
export const removalKind: ProposalKind = {
  name: 'cold_wallet.removal',
  label: (facts) => message('approvals.cold_wallet_removal', named(facts)),
  link,
  duty: 'approver',
  own: messageKey('cold_wallet.four_eyes'),
};
