import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { detachDeposits } from '../../deposits/detach-deposits.ts';
import { detachDust } from '../../dust/detach-dust.ts';
import { detachUnclaimed } from '../record/detach-unclaimed.ts';
import { detachChange } from '../record/record-change.ts';

/** Forgets what was seen in a block that left the best chain. */
export async function forgetBlock(ctx: Ctx, sql: Db, coin: Coin, hash: string): Promise<void> {
  await detachDeposits(ctx, sql, coin, hash);
  await detachDust(ctx, sql, coin, hash);
  await detachUnclaimed(ctx, sql, coin, hash);
  await detachChange(ctx, sql, coin, hash);
}
