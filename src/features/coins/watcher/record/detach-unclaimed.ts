import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeSealed } from '../../deposits/change-sealed.ts';

/** Detaches unclaimed deposits from a block that left the best chain; from whichever held them, where none is named. */
export async function detachUnclaimed(ctx: Ctx, sql: Db, coin: Coin, hash: string | null): Promise<void> {
  const mined = await sql<{ id: string }[]>`
    select id from unclaimed_deposits where coin = ${coin} and height is not null and hash = coalesce(${hash}, hash)`;
  for (const { id } of mined)
    await changeSealed(ctx, sql, { table: 'unclaimed_deposits', id }, { height: null, hash: null });
}
