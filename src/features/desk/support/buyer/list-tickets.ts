import type { Input, Reply } from '#contracts/call.ts';
import type { listTickets as contract } from '#contracts/desk/support.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../../ctx.ts';
import { matchingTickets } from '../search/matching-tickets.ts';
import { labelled, type SummaryRow, summaryColumns } from '../ticket/summary-columns.ts';

/** The buyer's own tickets, those with the latest change first. */
export async function listTickets(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const page = numberedPage(query);
  const status = query.status ? Number(query.status) : null;
  const found = await matchingTickets(sql, query.q);
  const which = sql`
    t.user_id = ${actor.user.id} and (${query.open ?? null}::text is null or t.status < 4)
    and (${status}::int is null or t.status = ${status}) and ${found.listed()}`;
  const [[count], rows] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from tickets t where ${which}`,
    sql<SummaryRow[]>`
      select ${summaryColumns(sql, localeOf(actor))} from tickets t join support_categories k on k.id = t.category_id
      where ${which} order by t.updated_at desc, t.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: rows.map(labelled), meta: numberedMeta(page, count?.total ?? 0, rows.length) };
}
