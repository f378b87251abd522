import type { Input, Reply } from '#contracts/call.ts';
import type { commentTicket as contract } from '#contracts/desk/support.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { throttle } from '../../../identity/sessions/throttle/throttle.ts';
import { addComment } from '../comments/add-comment.ts';
import { findSummary } from '../ticket/find-summary.ts';
import { lockUnclosed } from '../ticket/lock-ticket.ts';

const PER_HOUR = 30;

/** Adds the buyer's reply, which opens a solved ticket again. */
export async function commentTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { body } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const ticket = await lockUnclosed(sql, id, user_id);
    const limit = { key: `ticket:comment:${user_id}`, hits: PER_HOUR, window_seconds: HOUR_S };
    await throttle(within(ctx, sql), [limit], 'body');
    await addComment(ctx, sql, actor, { ticket, body });
    return { data: await findSummary(sql, actor, id) };
  });
}
