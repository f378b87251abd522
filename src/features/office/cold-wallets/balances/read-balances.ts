import type { Chain, WatchedWallet } from '#platform/chain/open-chain.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Tip } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { findCursor, knownHashAt } from '../../../coins/deposits/credit/cursor.ts';
import { usualDepth } from '../../../coins/deposits/required-depth.ts';
import type { Ctx } from '../../../ctx.ts';
import { watchedWallets } from '../wallet/watched-wallets.ts';

/** Asks the nodes once a day (UTC) what each watched wallet holds. */
export async function readBalances(ctx: Ctx): Promise<void> {
  for (const chain of Object.values(ctx.chains)) {
    for (const wallet of await dueWallets(ctx, chain)) {
      try {
        const found = await balanceOf(ctx, chain, wallet);
        if (found) await storeBalance(ctx, wallet.id, found);
      } catch (error) {
        // The node is away, busy with another search or can't search: the balance so far stays, with its day.
        if (!(error instanceof RpcError)) throw error;
        ctx.log.warn({ coin: chain.coin, detail: error.detail }, 'the node does not say what a watched wallet holds');
      }
    }
  }
}

async function dueWallets(ctx: Ctx, chain: Chain) {
  const wallets = await watchedWallets(ctx, ctx.sql, chain);
  const today = `${ctx.clock.now().toISOString().slice(0, 10)}T00:00:00Z`;
  const read = await ctx.sql<{ wallet_id: string }[]>`
    select distinct wallet_id from cold_wallet_balances
    where wallet_id = any(${wallets.map(({ id }) => id)}) and at >= ${today}::timestamptz`;
  return wallets.filter(({ id }) => !read.some(({ wallet_id }) => wallet_id === id));
}

interface Found {
  units: bigint;
  at: Tip;
}

/** On an account chain at a block that is deep enough to stay, elsewhere in the newest one: the node knows no earlier state. */
async function balanceOf({ sql }: Ctx, { coin, adapter }: Chain, wallet: WatchedWallet): Promise<Found | null> {
  const cursor = await findCursor(sql, coin);
  if (!cursor || (await adapter.identity()) !== cursor.identity) return null;
  if (adapter.scan) return adapter.scan(wallet.scans);
  const height = cursor.height - usualDepth(coin) + 1;
  const hash = await knownHashAt(sql, coin, height);
  if (!hash || !adapter.balancesAt) return null;
  const balances = await adapter.balancesAt(
    wallet.addresses.map(({ key }) => key),
    { height, hash },
  );
  return { units: balances.reduce((sum, each) => sum + each, 0n), at: { height, hash } };
}

async function storeBalance({ sql, vault, clock }: Ctx, wallet_id: string, { units, at }: Found): Promise<void> {
  await transaction(sql, async (tx) => {
    const [row] = await tx<[{ id: string; facts: string }]>`
      insert into cold_wallet_balances (wallet_id, at, height, hash, units)
      values (${wallet_id}, ${clock.now()}, ${at.height}, ${at.hash}, ${units.toString()})
      returning id::text, sealed_facts(cold_wallet_balances) as facts`;
    await sealRow(vault, tx, 'cold_wallet_balances', row);
  });
}
