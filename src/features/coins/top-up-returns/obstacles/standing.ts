import type { TopUpReturn } from '#contracts/coins/top-up-returns.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { readUnspent } from '../amounts/read-unspent.ts';
import type { LockedReturn } from '../return/lock-return.ts';
import { findObstacles } from './find-obstacles.ts';

type Which = Pick<LockedReturn, 'id' | 'user_id' | 'deposit_id' | 'amount_cents' | 'address'>;

/** What stands against sending this back now: of the account and of the top-up. Pre-orders and closing were asked before. */
export async function obstaclesTo(
  ctx: Ctx,
  sql: Db,
  { id, user_id, deposit_id, amount_cents, address }: Which,
): Promise<TopUpReturn['obstacles']> {
  const only = { deposit_id, amount_cents, return_id: id };
  const [ofAccount, [paid]] = [await findObstacles(sql, user_id), await readUnspent(ctx, sql, { user_id, only })];
  const moved = paid?.address !== address ? ('unclear' as const) : null;
  const ofTopUp = paid ? (paid.obstacle ?? moved) : ('gone' as const);
  return [...ofAccount.filter((name) => name !== 'preorders'), ...(ofTopUp ? [ofTopUp] : [])];
}
