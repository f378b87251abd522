import { message } from '#i18n/message.ts';
import { PrivateKeyError } from '#platform/chain/keys/xpub.ts';
import { type Chain, type Chains, openWallet, type WatchedWallet } from '#platform/chain/open-chain.ts';
import type { Coin } from '#platform/chain/types.ts';
import { invalidField } from '#platform/http/errors.ts';

/** What is public of a wallet, with its chain. Throws an AppError that says what to give instead, and never repeats what was given. */
export function parseSource(chains: Chains, coin: Coin, text: string): WatchedWallet & { chain: Chain } {
  const chain = chains[coin];
  if (!chain) throw invalidField('coin', message('cold_wallet.no_chain', { coin }));
  try {
    return { chain, ...openWallet(chain, text) };
  } catch (error) {
    const reason = error instanceof PrivateKeyError ? 'cold_wallet.private' : 'cold_wallet.unreadable';
    throw invalidField('source', message(reason, { coin }));
  }
}
