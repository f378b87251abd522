import type { getEraseLoss as contract } from '#contracts/account.ts';
import type { Reply } from '#contracts/call.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../ctx.ts';

export type Loss = Reply<typeof contract>['data'];

/** What is lost with an account: its balance, uncredited payments, and cards whose codes were never revealed. */
export async function lossOf(ctx: Ctx, sql: Db, user_id: string): Promise<Loss> {
  const [loss] = await sql<Loss[]>`
    select
      coalesce((select b.balance_cents from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.owner_id = ${user_id} and a.kind = 'available'), 0)::bigint as balance_cents,
      (select count(*) from payments p where p.user_id = ${user_id} and (
        exists (select from deposits d where d.payment_id = p.id and d.state <> 'credited')
        or p.expires_at > ${ctx.clock.now()} and not exists (select from deposits d where d.payment_id = p.id)))::int as open_payments,
      (select count(*) from orders o join order_lines l on l.order_id = o.id
        where o.user_id = ${user_id} and l.state = 'delivered')::int as unrevealed_cards`;
  return loss!;
}

/** What the user would lose by erasing the account now. */
export async function getEraseLoss(ctx: Ctx, actor: Actor): Promise<{ data: Loss }> {
  return { data: await lossOf(ctx, ctx.sql, actor.user.id) };
}
