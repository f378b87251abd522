import type { Closing, OwnReturn } from '#contracts/coins/top-up-returns.ts';
import type { Db } from '#platform/db/client.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../../ctx.ts';
import { readUnspent } from '../amounts/read-unspent.ts';
import { findObstacles } from '../obstacles/find-obstacles.ts';

/** Where an account stands that closes or could. */
export async function readClosing(ctx: Ctx, sql: Db, user_id: string): Promise<Closing> {
  const [closing] = await sql<{ since: string; checked: boolean }[]>`
    select c.asked_at as since,
      c.asked_by <> c.user_id or exists (select from top_up_returns r where r.user_id = c.user_id
      and (r.state in ('approved', 'paid', 'failed', 'reversed') or exists (select from proposals p
        where p.kind = 'top_up_return.approval' and p.subject = r.id and p.decision is null))) as checked
    from account_closings c where c.user_id = ${user_id}`;
  const returns = await sql<OwnReturn[]>`
    select id, coin, address, amount_cents, state, created_at, txid, paid_at, ended_at from top_up_returns
    where user_id = ${user_id} order by id desc limit 200`;
  const [obstacles, unspent] = [await findObstacles(sql, user_id), await readUnspent(ctx, sql, { user_id })];
  const open = unspent.filter(({ obstacle }) => obstacle === null);
  return {
    since: closing?.since ?? null,
    balance_cents: await balanceOf(sql, { kind: 'available', owner_id: user_id }),
    obstacles,
    returnable_cents: obstacles.length > 0 ? 0 : open.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    unspent,
    returns: [...returns],
    may_reopen: closing !== undefined && !closing.checked,
  };
}
