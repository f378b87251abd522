import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { ChainAdapter, Coin, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { reconcileAbove } from '../../deposits/chain/change-cursor.ts';
import { replaceBlocks } from '../../deposits/chain/keep-blocks.ts';
import { type Cursor, findCursor, moveCursor, StaleCursor } from '../../deposits/credit/cursor.ts';
import { HISTORY } from './apply-block.ts';
import { forgetBlock } from './forget-block.ts';

const ATTEMPTS = 20;

/**
 * Moves the cursor back, so that the watcher reads everything after `from` again. Deposits keep their identity, so
 * nothing is credited twice; deposits whose block is gone from the node's chain are detached from it.
 */
export async function rescanChain(ctx: Ctx, chain: Chain, from: number): Promise<Tip> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rescanOnce(ctx, chain, from);
    } catch (error) {
      // The watcher applied a block first: retry.
      if (!(error instanceof StaleCursor) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function rescanOnce(ctx: Ctx, chain: Chain, from: number): Promise<Tip> {
  const { coin, adapter } = chain;
  const cursor = await findCursor(ctx.sql, coin);
  if (!cursor) throw new Error(`${coin} was never read: there is nothing to read again.`);
  const { height: tip } = await adapter.tip();
  const last = Math.min(tip, cursor.height);
  if (from > last) throw new Error(`${coin} is read up to ${last}: give a height below that.`);
  const identity = await adapter.identity();
  if (identity !== cursor.identity) throw new Error(`The node is on another chain than before (${identity}).`);
  const history = await hashesUpTo(adapter, coin, from);
  const gone = await goneBlocks(ctx.sql, chain);
  const [first] = history as [Tip];
  // A node that pruned this block fails here, before anything changes.
  await adapter.block(from, new Set());
  await transaction(ctx.sql, (sql) => setBack(ctx, sql, cursor, { history, gone }));
  return first;
}

/** Newest first. */
async function hashesUpTo(adapter: ChainAdapter, coin: Coin, from: number): Promise<Tip[]> {
  const history: Tip[] = [];
  for (let height = from; height >= Math.max(0, from - HISTORY[coin]); height--) {
    const hash = await adapter.hashAt(height);
    if (!hash) throw new Error(`The node has no block ${height} of ${coin}.`);
    history.push({ height, hash });
  }
  return history;
}

/** Blocks with deposits of ours that aren't on the node's chain. */
async function goneBlocks(sql: Db, { coin, adapter }: Chain): Promise<string[]> {
  const blocks = await sql<Tip[]>`
    select height, hash from deposits where coin = ${coin} and height is not null
    union select height, hash from dust_deposits where coin = ${coin} and height is not null
    union select height, hash from unclaimed_deposits where coin = ${coin} and height is not null
    union select height, hash from change_outputs where coin = ${coin} and height is not null`;
  const gone: string[] = [];
  for (const { height, hash } of blocks) if ((await adapter.hashAt(height)) !== hash) gone.push(hash);
  return gone;
}

async function setBack(
  ctx: Ctx,
  sql: Db,
  cursor: Cursor,
  { history, gone }: { history: Tip[]; gone: string[] },
): Promise<void> {
  const { coin } = cursor;
  const [{ height: from }] = history as [Tip];
  await moveCursor(sql, cursor, history[0]!);
  for (const hash of gone) await forgetBlock(ctx, sql, coin, hash);
  await sql`delete from outflows where coin = ${coin} and height > ${from}`;
  await replaceBlocks(sql, coin, history);
  await reconcileAbove(sql, coin, from);
  const details = { coin, from, until: cursor.height, gone_blocks: gone.length };
  await appendAudit(sql, { actor_id: null, action: 'chain.rescanned', subject: coin, details });
}
