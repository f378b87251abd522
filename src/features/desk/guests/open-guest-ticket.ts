import type { Input, Reply } from '#contracts/call.ts';
import type { openGuestTicket as contract, GuestTicket } from '#contracts/desk/guests.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { PER_PAGE } from '../support/records/read-comments.ts';
import { shownComments } from '../support/records/shown-comments.ts';
import { labelled, summaryColumns } from '../support/records/summary-columns.ts';
import { lockByToken } from './lock-by-token.ts';

const AFTER_OPENING_MS = 86_400_000;

/** A guest's ticket for their link, which from its first opening on works for a day. */
export async function openGuestTicket(
  ctx: Ctx,
  caller: Visitor,
  { body: { token } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const { summary, comments } = await transaction(ctx.sql, async (sql) => {
    const { id: link_id, ticket_id } = await lockByToken(ctx, sql, token);
    await sql`
      update ticket_links set opened_at = ${now}, expires_at = least(expires_at, ${new Date(now.getTime() + AFTER_OPENING_MS)})
      where id = ${link_id} and opened_at is null`;
    const [found] = await sql<Omit<GuestTicket & { unread: boolean }, 'status_label' | 'comments'>[]>`
      select ${summaryColumns(sql, localeOf(caller))} from tickets t join support_categories k on k.id = t.category_id
      where t.id = ${ticket_id}`;
    const comments = await sql<Omit<GuestTicket['comments'][number], 'body_html'>[]>`
      select * from (
        select id, by_staff, body, review, created_at from ticket_comments where ticket_id = ${ticket_id}
        order by id desc limit ${PER_PAGE}) as latest
      order by id`;
    const { unread: _, ...summary } = labelled(found!);
    return { summary, comments };
  });
  return { data: { ...summary, comments: await shownComments(comments, false) } };
}
