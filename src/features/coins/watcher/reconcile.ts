import type { Chain } from '#platform/chain/open-chain.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Key, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx, VaultCtx } from '../../ctx.ts';
import { checkSeals, type Seal } from '../../identity/sessions/seals/check-seals.ts';
import { noteReconciled } from '../deposits/chain/change-cursor.ts';
import { ChainHalt, type Cursor, holdCursor, knownHashAt, StaleCursor } from '../deposits/credit/cursor.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { recordedUnits } from './moves-up-to.ts';
import { recordTransfers } from './record/record-transfers.ts';

/** Payments from inside contracts to one address found per reconciliation; the rest are found in the next one. */
const FINDS_PER_KEY = 20;

/**
 * Compares balances with known transfers at a block deep enough to stay: received = balance + outflows. What direct
 * transfers don't explain came from inside a contract and becomes a deposit of the block where it appeared.
 */
export async function reconcile(ctx: VaultCtx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<void> {
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
  const explained = await recordedUnits(ctx.sql, { coin, height });
  for (const [i, key] of keys.entries()) {
    if (balances[i] !== (explained.get(key) ?? 0n)) await findInternal(ctx, chain, cursor, { key, height, hash });
  }
  await transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    await noteReconciled(sql, coin, height);
  });
}

/** Null where a row about the address was written past the shop: nobody knows then what is explained. */
async function explainedAt(ctx: Ctx, sql: Db, { coin }: Chain, height: number, key: Key): Promise<bigint | null> {
  const moves = await sql<(Seal & { units: string })[]>`
    select 'deposits' as "table", id::text, sealed_facts(d) as facts, mac,
      case when height <= ${height} then amount_units else 0 end as units
    from deposits d where coin = ${coin} and key = ${key}
    union all
    select 'outflows', id::text, sealed_facts(o), mac, -amount_units
    from outflows o where coin = ${coin} and key = ${key} and height <= ${height}`;
  const [unclaimed] = await sql<{ units: string }[]>`
    select coalesce(sum(amount_units), 0)::text as units from unclaimed_deposits
    where coin = ${coin} and key = ${key} and height <= ${height} and deposit_id is null`;
  if (!checkSeals(ctx, ...moves)) return null;
  return moves.reduce((sum, { units }) => sum + BigInt(units), BigInt(unclaimed!.units));
}

interface Residual extends Tip {
  key: Key;
  balance: bigint;
  rest: bigint;
}

async function findInternal(ctx: VaultCtx, chain: Chain, cursor: Cursor, at: Tip & { key: Key }): Promise<void> {
  for (let found = 0; found < FINDS_PER_KEY; found++) {
    const whole = await residualAt(ctx, chain, at);
    if (!whole || whole.rest === 0n) return;
    const first = whole.rest > 0n ? await firstResidual(ctx, chain, cursor, whole) : whole;
    const block = await chain.adapter.block(first.height, new Set());
    if (block?.hash !== first.hash) return;
    const { senders, possible } = await chain.adapter.internalSenders!(first.key, first.hash);
    await transaction(ctx.sql, async (sql) => {
      await holdCursor(sql, cursor);
      // Another watcher may have found the same payment: only what is still unexplained under the lock counts.
      const { key, rest } = first;
      const explained = await explainedAt(ctx, sql, chain, first.height, key);
      if (explained === null || first.balance - explained !== rest) throw new StaleCursor('explained meanwhile');
      if (rest < 0n) throw new ChainHalt({ code: 'balance_short', facts: { address: key } });
      const transfer = {
        txid: `internal:${first.hash}:${key}`,
        n: 0,
        key,
        amount: rest,
        minDepth: 0,
        senders,
        possibleSenders: possible,
        spends: [],
      };
      await recordTransfers(ctx, sql, chain.coin, [transfer], block);
    });
  }
}

/** The unexplained amount at a block; null if the node doesn't have its state, or it can't be known. */
async function residualAt(ctx: Ctx, chain: Chain, { key, height, hash }: Tip & { key: Key }): Promise<Residual | null> {
  const balances = await balancesOrNull(chain, [key], { height, hash });
  if (!balances) return null;
  const [balance] = balances as [bigint];
  const explained = await explainedAt(ctx, ctx.sql, chain, height, key);
  return explained === null ? null : { key, height, hash, balance, rest: balance - explained };
}

/** Binary search for the first block with an unexplained amount. A block without state counts as too early. */
async function firstResidual(ctx: Ctx, chain: Chain, cursor: Cursor, whole: Residual): Promise<Residual> {
  let first = whole;
  for (let below = cursor.reconciled_height; first.height - below > 1; ) {
    const height = (below + first.height) >> 1;
    const hash = await knownHashAt(ctx.sql, chain.coin, height);
    const there = hash ? await residualAt(ctx, chain, { key: whole.key, height, hash }) : null;
    if (there && there.rest > 0n) first = there;
    else below = height;
  }
  return first;
}

/** Null if the node doesn't have the state of this block. */
async function balancesOrNull({ adapter }: Chain, keys: readonly Key[], at: Tip): Promise<bigint[] | null> {
  return adapter.balancesAt!(keys, at).catch((error: unknown) => {
    if (error instanceof RpcError && error.reason === 'rpc') return null;
    throw error;
  });
}
