import type { Block, Coin, Transfer } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { keepBlock } from '../../deposits/chain/keep-blocks.ts';
import { type Cursor, moveCursor, StaleCursor } from '../../deposits/credit/cursor.ts';
import { type WatchedKeys, watchedVersion } from '../keys/watched-keys.ts';
import { recordChange } from '../record/record-change.ts';
import { recordOutflows } from '../record/record-outflows.ts';
import { recordTransfers } from '../record/record-transfers.ts';
import { publishPendingPayments } from './publish-pending-payments.ts';

/** Block hashes stored for undoing blocks: a deeper reorganisation stops the chain. */
export const HISTORY: Record<Coin, number> = { BTC: 100, ETH: 256, LTC: 200 };

/**
 * Applies the block after the cursor in one transaction: the cursor moves and everything in the block is written, or
 * nothing is.
 */
export async function applyBlock(
  ctx: VaultCtx,
  cursor: Cursor,
  block: Block,
  { version, change }: WatchedKeys,
): Promise<void> {
  const { coin } = cursor;
  const { height, hash } = block;
  await transaction(ctx.sql, async (sql) => {
    // Sent together, run in this order: an empty block costs one round trip.
    const [, now] = await Promise.all([
      moveCursor(sql, cursor, block),
      watchedVersion(sql, coin),
      // If another watcher got here first, this waits for it and is rolled back.
      keepBlock(sql, coin, { height, hash }, HISTORY[coin]),
      ...(block.transfers.length === 0 ? [publishPendingPayments(sql, coin)] : []),
    ]);
    // An address given out after the keys were read may be paid in this very block.
    if (now !== version) throw new StaleCursor('an address was given out meanwhile');
    const isChange = ({ key }: Transfer) => change.has(key);
    await recordChange(ctx, sql, coin, block.transfers.filter(isChange), block);
    const payments = block.transfers.filter((transfer) => !isChange(transfer));
    await recordTransfers(ctx, sql, coin, payments, block);
    await recordOutflows(ctx, sql, coin, block);
    if (block.transfers.length > 0) await publishPendingPayments(sql, coin);
  });
}
