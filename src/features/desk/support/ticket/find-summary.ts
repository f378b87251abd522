import type { TicketSummary } from '#contracts/desk/support.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, localeOf } from '../../../ctx.ts';
import { labelled, type SummaryRow, summaryColumns } from './summary-columns.ts';

/** One of the buyer's own tickets as lists show it. */
export async function findSummary(sql: Db, actor: Actor, id: string): Promise<TicketSummary> {
  const [row] = await sql<SummaryRow[]>`
    select ${summaryColumns(sql, localeOf(actor))} from tickets t join support_categories k on k.id = t.category_id
    where t.id = ${id} and t.user_id = ${actor.user.id}`;
  if (!row) throw new AppError('not_found', message('support.missing'));
  return labelled(row);
}
