import type { Input, Reply } from '#contracts/call.ts';
import type { ColdWallet, ColdWalletDetails, getColdWallet as contract } from '#contracts/office/cold-wallets.ts';
import { openWallet } from '#platform/chain/open-chain.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readStatedProposal } from '../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { readWallet } from './wallet/read-wallets.ts';
import { additionKind, removalKind } from './wallet/wallet-kinds.ts';

/** Enough to recognise the wallet by. */
const FIRST = 3;

export async function getColdWallet(
  { sql, chains }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const wallet = await readWallet(sql, id);
  const kind = wallet.state === 'proposed' ? additionKind : removalKind;
  const stated = await readStatedProposal(sql, actor, kind, id);
  return { data: { ...wallet, first_addresses: firstOf(chains, wallet), proposal: stated && shown(stated) } };
}

function shown({ facts: _, ...proposal }: NonNullable<Awaited<ReturnType<typeof readStatedProposal>>>) {
  return proposal satisfies ColdWalletDetails['proposal'];
}

/** None while the coin has no node: it says on which network the addresses are. */
function firstOf(chains: Ctx['chains'], { coin, source }: ColdWallet): string[] {
  const chain = chains[coin];
  if (!chain) return [];
  const { addresses } = openWallet(chain, source, FIRST);
  return addresses.slice(0, FIRST).map(({ address }) => address);
}
