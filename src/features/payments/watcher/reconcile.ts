import { RpcError } from '#platform/chain/json-rpc.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Key, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { usualDepth } from '../required-depth.ts';
import { ChainHalt, type Cursor, holdCursor, knownHashAt } from './cursor.ts';
import { recordDeposit } from './record-deposit.ts';

/** Payments from inside contracts to one address between two reconciliations; more are found the next time. */
const FINDS_PER_KEY = 20;

/**
 * Compares balances with known transfers at a block deep enough to stay. received = balance + everything that left; what
 * direct transfers don't explain came from inside a contract, and becomes a deposit of the block where it appeared.
 */
export async function reconcile(ctx: Ctx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<void> {
  const { coin } = chain;
  const height = cursor.height - usualDepth(coin) + 1;
  if (height <= cursor.reconciled_height) return;
  const hash = await knownHashAt(ctx.sql, coin, height);
  if (!hash) return;
  const balances = await balancesOrNull(chain, keys, { height, hash });
  if (!balances) {
    ctx.log.warn({ coin, height }, 'the node has no balances at this block: payments from contracts are not seen');
    return;
  }
  const explained = await explainedAt(ctx.sql, chain, height);
  for (const [i, key] of keys.entries()) {
    if (balances[i] !== (explained.get(key) ?? 0n)) await findInternal(ctx, chain, cursor, { key, height, hash });
  }
  await transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    await sql`update chain_cursors set reconciled_height = ${height} where coin = ${coin}`;
  });
}

/** What each address should hold at a height, by what is known. */
async function explainedAt(sql: Db, { coin }: Chain, height: number, key?: Key): Promise<Map<Key, bigint>> {
  const only = key === undefined ? sql`true` : sql`key = ${key}`;
  const rows = await sql<{ key: Key; units: string }[]>`
    select key, sum(units)::text as units from (
      select key, amount_units as units from deposits where coin = ${coin} and height <= ${height} and ${only}
      union all
      select key, -amount_units from outflows where coin = ${coin} and height <= ${height} and ${only}
    ) moves group by key`;
  return new Map(rows.map((row) => [row.key, BigInt(row.units)]));
}

async function findInternal(ctx: Ctx, chain: Chain, cursor: Cursor, at: Tip & { key: Key }): Promise<void> {
  const { coin } = chain;
  const { key } = at;
  const unexplained = async (tip: Tip): Promise<bigint | null> => {
    const balance = await balancesOrNull(chain, [key], tip);
    return balance && balance[0]! - ((await explainedAt(ctx.sql, chain, tip.height, key)).get(key) ?? 0n);
  };
  for (let found = 0; found < FINDS_PER_KEY; found++) {
    const rest = await unexplained(at);
    if (rest === null || rest === 0n) return;
    if (rest < 0n) throw new ChainHalt(`${coin} address ${key} holds less than is known to have come`);
    let first: Tip & { rest: bigint } = { height: at.height, hash: at.hash, rest };
    // Bisection for the first block with something unexplained. A block without state any more lies too far back.
    for (let below = cursor.reconciled_height; first.height - below > 1; ) {
      const height = (below + first.height) >> 1;
      const hash = await knownHashAt(ctx.sql, coin, height);
      const there = hash ? await unexplained({ height, hash }) : null;
      if (hash && there !== null && there > 0n) first = { height, hash, rest: there };
      else below = height;
    }
    const block = await chain.adapter.block(first.height, new Set());
    if (block?.hash !== first.hash) return;
    await transaction(ctx.sql, async (sql) => {
      await holdCursor(sql, cursor);
      const txid = `internal:${first.hash}:${key}`;
      const transfer = { txid, n: 0, key, amount: first.rest, minDepth: 0, senders: [] };
      await recordDeposit(ctx, sql, coin, transfer, block);
    });
  }
}

/** null when the node does not have the state of this block. */
async function balancesOrNull({ adapter }: Chain, keys: readonly Key[], at: Tip): Promise<bigint[] | null> {
  return adapter.balancesAt!(keys, at).catch((error: unknown) => {
    if (error instanceof RpcError && error.reason === 'rpc') return null;
    throw error;
  });
}
