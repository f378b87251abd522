import type { Input } from '#contracts/call.ts';
import type { commentGuestTicket as contract } from '#contracts/desk/guests.ts';
import { HOUR_S, MINUTE_MS } from '#contracts/time-units.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { throttle } from '../../identity/sessions/throttle/throttle.ts';
import { addComment } from '../support/comments/add-comment.ts';
import { lockUnclosed } from '../support/ticket/lock-ticket.ts';
import { lockByToken } from './lock-by-token.ts';

const PER_HOUR = 10;
const DOUBLE_CLICK_MS = MINUTE_MS;

/** Adds a guest's reply. Whoever has the link writes it, signed in or not: it is never the account's. */
export async function commentGuestTicket(
  ctx: Ctx,
  caller: Visitor,
  { body: { token, body } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { ticket_id } = await lockByToken(ctx, sql, token);
    const ticket = await lockUnclosed(sql, ticket_id);
    const since = new Date(ctx.clock.now().getTime() - DOUBLE_CLICK_MS);
    const [sent] = await sql`
      select from ticket_comments
      where ticket_id = ${ticket_id} and not by_staff and body = ${body} and created_at > ${since}`;
    if (sent) return;
    const limit = { key: `guest:comment:${ticket_id}`, hits: PER_HOUR, window_seconds: HOUR_S };
    await throttle(within(ctx, sql), [limit], 'body');
    await addComment(ctx, sql, caller, { ticket, body, author_id: null });
  });
}
