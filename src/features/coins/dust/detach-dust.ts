import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { changeAllSealed } from '../deposits/change-sealed.ts';

/** Detaches dust from a block that left the best chain, or all of it from a development chain that was reset. */
export async function detachDust(ctx: Ctx, sql: Db, coin: Coin, hash: string | 'all'): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select id::text from dust_deposits
    where coin = ${coin} and ${hash === 'all' ? sql`hash is not null` : sql`hash = ${hash}`}`;
  const ids = rows.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'dust_deposits', ids }, { height: null, hash: null });
}
