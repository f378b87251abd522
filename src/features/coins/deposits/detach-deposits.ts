import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { changeAllSealed } from './change-sealed.ts';

/** Detaches deposits from a block that left the best chain. Credits stay until the new branch is just as deep. */
export async function detachDeposits(ctx: Ctx, sql: Db, coin: Coin, hash: string): Promise<void> {
  await sql`
    update seen_hints set deposit_id = null
    where deposit_id in (select id from deposits where coin = ${coin} and hash = ${hash} and state <> 'credited')`;
  const detached = await sql<{ id: string }[]>`
    update deposits set hold_reason = null,
      gone_at = case when state = 'credited' then height end,
      state = case when state = 'held' then 'pending' else state end
    where coin = ${coin} and hash = ${hash} returning id`;
  const ids = detached.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'deposits', ids }, { height: null, hash: null });
}

/** Detaches all deposits of a development chain that was reset, and forgets what was seen on it; credits stay. */
export async function detachFromResetChain(ctx: Ctx, sql: Db, coin: Coin): Promise<void> {
  const detached = await sql<{ id: string }[]>`
    update deposits set gone_at = null, hold_reason = null,
      state = case when state = 'held' then 'pending' else state end
    where coin = ${coin} returning id`;
  const ids = detached.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'deposits', ids }, { height: null, hash: null });
  await sql`delete from seen_hints where coin = ${coin} and deposit_id is null`;
}
