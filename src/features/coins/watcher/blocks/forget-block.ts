import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeDeposit } from '../../deposits/change-deposit.ts';

/** Detaches deposits from a block that left the best chain. Credits stay until the new branch is just as deep. */
export async function forgetBlock(ctx: Ctx, sql: Db, coin: Coin, hash: string): Promise<void> {
  await sql`
    update seen_hints set deposit_id = null
    where deposit_id in (select id from deposits where coin = ${coin} and hash = ${hash} and state <> 'credited')`;
  const detached = await sql<{ id: string }[]>`
    update deposits set hold_reason = null,
      gone_at = case when state = 'credited' then height end,
      state = case when state = 'held' then 'pending' else state end
    where coin = ${coin} and hash = ${hash} returning id`;
  for (const { id } of detached) await changeDeposit(ctx, sql, id, { height: null, hash: null });
  await sql`update unclaimed_deposits set height = null, hash = null where coin = ${coin} and hash = ${hash}`;
}
