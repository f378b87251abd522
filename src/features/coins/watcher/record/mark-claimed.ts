import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeSealed } from '../../deposits/change-sealed.ts';

/** Notes the deposit that an unclaimed one became, by its place on the chain. */
export async function markClaimed(ctx: Ctx, sql: Db, id: string): Promise<void> {
  const [deposit] = await sql<{ id: string }[]>`
    select d.id from unclaimed_deposits s join deposits d on d.coin = s.coin and d.txid = s.txid and d.n = s.n
    where s.id = ${id}`;
  if (deposit) await changeSealed(ctx, sql, { table: 'unclaimed_deposits', id }, { deposit_id: deposit.id });
}
