import type { Input } from '#contracts/call.ts';
import type { readNotifications as contract } from '#contracts/messages/notifications.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { publishUserEvent } from './publish-user-event.ts';

/** Marks the given notifications of the user as read, or all of them; the user's other pages get an event. */
export async function readNotifications(
  ctx: Ctx,
  { user }: Actor,
  { body }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const read = await sql`
      update notifications set read_at = ${ctx.clock.now()}
      where user_id = ${user.id} and read_at is null and ${body.ids ? sql`id = any(${body.ids})` : sql`true`}
      returning id`;
    if (read.length > 0) await publishUserEvent(sql, user.id, 'inbox');
  });
}
