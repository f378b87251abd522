import type { Input, Reply } from '#contracts/call.ts';
import type { listDocuments as contract, ListedDocument } from '#contracts/office/tax.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { documentColumns } from './document-columns.ts';

export async function listDocuments(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { kind } = query;
  const year = Number(query.year);
  const page = numberedPage(query, 50);
  // No number is left out, so the latest is how many there are.
  const [latest] = await sql<[{ total: number }]>`
    select coalesce(max(number), 0) as total from invoices where kind = ${kind} and year = ${year}`;
  const data = await sql<ListedDocument[]>`
    select ${documentColumns(sql)}, i.order_id from invoices i join numbered_orders o on o.id = i.order_id
    where i.kind = ${kind} and i.year = ${year} and i.number <= ${latest.total - offsetOf(page)}
    order by i.number desc limit ${page.per_page}`;
  return { data, meta: numberedMeta(page, latest.total, data.length) };
}
