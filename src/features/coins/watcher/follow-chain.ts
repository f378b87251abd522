import type { Chain } from '#platform/chain/open-chain.ts';
import type { Block, Key } from '#platform/chain/types.ts';
import type { VaultCtx } from '../../ctx.ts';
import { type Cursor, findCursor, knownHashAt, StaleCursor } from '../deposits/credit/cursor.ts';
import { sumDust } from '../dust/sum-dust.ts';
import { applyBlock } from './blocks/apply-block.ts';
import { undoBlock } from './blocks/undo-block.ts';
import { readWatchedKeys, type WatchedKeys } from './keys/watched-keys.ts';
import { recordHints } from './record/record-hints.ts';
import { settle } from './settle.ts';

/** Blocks applied or undone before control returns to the caller, which checks the node's health again. */
const MOVES_PER_STEP = 500;
const STALE_RETRIES = 20;

export interface Follower {
  /** Reads up to the tip and settles. Can be stopped at any point and called again; safe to run concurrently. */
  step(): Promise<void>;
}

export function followChain(ctx: VaultCtx, chain: Chain): Follower {
  const { coin, adapter } = chain;
  let watched: WatchedKeys | undefined;
  /** The block in which dust was summed up last: only another one makes more of it deep enough. */
  let summedAt: string | undefined;

  async function step(): Promise<void> {
    let cursor = await requireCursor();
    watched = await readWatchedKeys(ctx, chain, watched);
    const { keys, all } = watched;
    let ahead: Promise<Block | null> | undefined;
    for (let moves = 0; moves < MOVES_PER_STEP; moves++) {
      const block = await (ahead ?? adapter.block(cursor.height + 1, all));
      ahead = undefined;
      if (block?.parent === cursor.hash) {
        // From the second block in a row on, the next one is prefetched while this one is written.
        if (moves > 0) ahead = readAhead(block.height + 1, all);
        await applyBlock(ctx, cursor, block, watched);
        cursor = { ...cursor, height: block.height, hash: block.hash };
        continue;
      }
      // Only the hash at our height counts: nodes disagree on what a block's `confirmations` mean.
      const there = await adapter.hashAt(cursor.height);
      if (there !== cursor.hash) {
        if (there === null && (await isBehind(cursor))) return;
        // Another node may have taken over this address during the poll: its chain must not undo ours.
        if ((await adapter.identity()) !== cursor.identity) return;
        await undoBlock(ctx, cursor);
        cursor = await requireCursor();
      } else if (!block) {
        if (moves > 0) cursor = await requireCursor();
        await settle(ctx, chain, cursor, [...keys]);
        // Dust delays no other payment: it is summed up after them.
        if (await sumNewDust(cursor)) await settle(ctx, chain, cursor, [...keys]);
        await recordHints(ctx, chain, cursor, keys);
        return;
      }
    }
  }

  /** Whether there are new sums. */
  async function sumNewDust(cursor: Cursor): Promise<boolean> {
    if (summedAt === cursor.hash) return false;
    const sums = await sumDust(ctx, cursor);
    if (sums !== null) summedAt = cursor.hash;
    return sums !== null && sums > 0;
  }

  async function requireCursor(): Promise<Cursor> {
    const cursor = await findCursor(ctx.sql, coin);
    if (!cursor) throw new Error(`${coin} has no cursor yet`);
    return cursor;
  }

  function readAhead(height: number, keys: ReadonlySet<Key>): Promise<Block | null> {
    const block = adapter.block(height, keys);
    // An unawaited failure must not crash the process; an awaited one is still thrown there.
    block.catch(() => {});
    return block;
  }

  /**
   * A restarted node may be below our cursor on the same chain: that is no reorganisation. Nor is it one if the node
   * lacks a height below its tip: then two nodes alternate at this address, and one of them lags.
   */
  async function isBehind(cursor: Cursor): Promise<boolean> {
    const tip = await adapter.tip();
    return tip.height >= cursor.height || (await knownHashAt(ctx.sql, coin, tip.height)) === tip.hash;
  }

  return {
    async step() {
      for (let attempt = 1; attempt <= STALE_RETRIES; attempt++) {
        try {
          return await step();
        } catch (error) {
          if (!(error instanceof StaleCursor)) throw error;
        }
      }
      // Lost every race: another watcher is running and advances the chain.
    },
  };
}
