import type { Chain } from '#platform/chain/open-chain.ts';
import type { ChainHealth, Coin, PauseReason, Tip } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { startCursor } from '../deposits/chain/change-cursor.ts';
import { replaceBlocks } from '../deposits/chain/keep-blocks.ts';
import { findCursor } from '../deposits/credit/cursor.ts';
import { detachFromResetChain } from '../deposits/detach-deposits.ts';
import { detachDust } from '../dust/detach-dust.ts';
import { judgeNode } from './blocks/judge-node.ts';
import { detachUnclaimed } from './record/detach-unclaimed.ts';
import { detachChange } from './record/record-change.ts';

/** A cursor never starts at the tip: the first reorganisation would reach below its known blocks. */
const START_BELOW_TIP: Record<Coin, number> = { BTC: 20, ETH: 64, LTC: 40 };
/**
 * Checks that a node is healthy and on the cursor's chain, and starts a cursor if needed. Returns what is wrong, or
 * null.
 */
export async function prepareChain(ctx: Ctx, chain: Chain, health: ChainHealth): Promise<PauseReason | null> {
  const { coin, adapter, development } = chain;
  const unfit = judgeNode(chain, health);
  if (unfit) return unfit;
  const identity = await adapter.identity();
  const against = chain.against(identity);
  if (against) return against;
  const cursor = await findCursor(ctx.sql, coin);
  if (cursor?.identity === identity) return null;
  if (cursor && !development) return { code: 'chain_replaced', facts: { identity } };
  await startReading(ctx, chain, identity, health.tip);
  return null;
}

/** Starts a chain's cursor; on a development chain that was reset, credits stay and everything else is forgotten. */
async function startReading(ctx: Ctx, { coin, adapter }: Chain, identity: string, tip: Tip): Promise<void> {
  const height = Math.max(0, tip.height - START_BELOW_TIP[coin]);
  const hash = await adapter.hashAt(height);
  if (hash === null) return;
  await transaction(ctx.sql, async (sql) => {
    await startCursor(sql, { coin, identity, height, hash });
    await detachFromResetChain(ctx, sql, coin);
    await detachDust(ctx, sql, coin, 'all');
    await detachUnclaimed(ctx, sql, coin, null);
    await detachChange(ctx, sql, coin, 'all');
    await sql`delete from outflows where coin = ${coin}`;
    await replaceBlocks(sql, coin, [{ height, hash }]);
  });
}
