import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { reconcileAbove } from '../../deposits/chain/change-cursor.ts';
import { dropBlock } from '../../deposits/chain/keep-blocks.ts';
import { ChainHalt, type Cursor, knownHashAt, moveCursor } from '../../deposits/credit/cursor.ts';
import { forgetBlock } from './forget-block.ts';
import { publishPendingPayments } from './publish-pending-payments.ts';

/** Undoes the cursor's block, which left the best chain. Credits stay until the new branch is just as deep. */
export async function undoBlock(ctx: Ctx, cursor: Cursor): Promise<void> {
  const { coin, height } = cursor;
  await transaction(ctx.sql, async (sql) => {
    const parent = await knownHashAt(sql, coin, height - 1);
    if (!parent) throw new ChainHalt({ code: 'deep_reorganisation', facts: { height } });
    await moveCursor(sql, cursor, { height: height - 1, hash: parent });
    await publishPendingPayments(sql, coin);
    await forgetBlock(ctx, sql, coin, cursor.hash);
    await sql`delete from outflows where coin = ${coin} and height = ${height}`;
    await dropBlock(sql, coin, height);
    await reconcileAbove(sql, coin, height - 1);
  });
}
