import type { Input } from '#contracts/call.ts';
import type { readTicket as contract } from '#contracts/desk/support.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { lockTicket } from '../ticket/lock-ticket.ts';

/** Takes the unread mark off a ticket, in the buyer's other tabs too. */
export async function readTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await lockTicket(sql, id, actor.user.id);
    const now = ctx.clock.now();
    const marked =
      await sql`update tickets set buyer_read_at = ${now} where id = ${id} and buyer_read_at < ${now} returning id`;
    if (marked.length) await publishUserEvent(sql, actor.user.id, 'ticket', { id });
  });
}
