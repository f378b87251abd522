import type { Chain } from '#platform/chain/open-chain.ts';
import type { Key } from '#platform/chain/types.ts';
import type { Ctx } from '../../ctx.ts';
import { creditDeposit } from '../credit-deposit.ts';
import { reverseDeposit } from '../reverse-deposit.ts';
import { ChainHalt, type Cursor, StaleCursor } from './cursor.ts';
import { reconcile } from './reconcile.ts';

const AT_ONCE = 500;

/** Credits what is deep enough, and takes back what a deep reorganisation removed. Each deposit is a transaction of its own. */
export async function settle(ctx: Ctx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<void> {
  const { coin, adapter } = chain;
  if (adapter.balancesAt) await reconcile(ctx, chain, cursor, keys);
  // Nothing is credited from a view that the chain has left meanwhile.
  if ((await adapter.hashAt(cursor.height)) !== cursor.hash) return;
  const due = await ctx.sql<{ id: string }[]>`
    select id from deposits
    where coin = ${coin} and state <> 'credited' and ${cursor.height} - height + 1 >= required_depth
    order by height, id limit ${AT_ONCE}`;
  for (const { id } of due) await alone(ctx, id, () => creditDeposit(ctx, cursor, id));
  const gone = await ctx.sql<{ id: string }[]>`
    select id from deposits
    where coin = ${coin} and state = 'credited' and height is null and gone_at <= ${cursor.height} - required_depth + 1
    order by gone_at, id limit ${AT_ONCE}`;
  for (const { id } of gone) await alone(ctx, id, () => reverseDeposit(ctx, cursor, id));
}

/** One deposit that cannot be settled must not hold up the others. */
async function alone(ctx: Ctx, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StaleCursor || error instanceof ChainHalt) throw error;
    ctx.log.error({ err: error, deposit: id }, 'a deposit could not be settled');
  }
}
