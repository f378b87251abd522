import type { Input, Reply } from '#contracts/call.ts';
import type { solveTicket as contract } from '#contracts/desk/support.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { findSummary } from '../ticket/find-summary.ts';
import { lockUnclosed } from '../ticket/lock-ticket.ts';
import { settle } from '../ticket/settle.ts';

/** The buyer says that it is solved; saying so twice changes nothing. */
export async function solveTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await settle(ctx, sql, actor, { ticket: await lockUnclosed(sql, id, actor.user.id), as: 'solved' });
    return { data: await findSummary(sql, actor, id) };
  });
}
