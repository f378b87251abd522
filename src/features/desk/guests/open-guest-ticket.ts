import type { Input, Reply } from '#contracts/call.ts';
import type { openGuestTicket as contract } from '#contracts/desk/guests.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { readOwnComments } from '../support/comments/read-comments.ts';
import { noteOpening } from '../support/ticket/note-opening.ts';
import { labelled, type SummaryRow, summaryColumns } from '../support/ticket/summary-columns.ts';
import { lockByToken } from './lock-by-token.ts';

/** A guest's ticket for their link, which from its first opening on works for a day. */
export async function openGuestTicket(
  ctx: Ctx,
  caller: Visitor,
  { body: { token }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const summary = await transaction(ctx.sql, async (sql) => {
    const { id: link_id, ticket_id } = await lockByToken(ctx, sql, token);
    await noteOpening(sql, now, link_id);
    const [found] = await sql<SummaryRow[]>`
      select ${summaryColumns(sql, localeOf(caller))} from tickets t join support_categories k on k.id = t.category_id
      where t.id = ${ticket_id}`;
    const { unread: _, ...summary } = labelled(found!);
    return summary;
  });
  // Not in the transaction: a page of texts that are made to take long would hold the ticket meanwhile.
  return { data: { ...summary, ...(await readOwnComments(ctx.sql, summary.id, query.page)) } };
}
