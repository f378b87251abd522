import type { Input, Reply } from '#contracts/call.ts';
import type { listPublishedSums as contract, PublishedSum } from '#contracts/coins/liabilities.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { sumColumns } from './proofs/sum-columns.ts';

export async function listPublishedSums(
  { sql, clock }: Ctx,
  _visitor: Visitor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 31);
  // No number is left out, so the newest is how many there are.
  const [newest] = await sql<{ total: number }[]>`select coalesce(max(number), 0) as total from published_sums`;
  const total = newest!.total;
  const data = await sql<PublishedSum[]>`
    select ${sumColumns(sql, clock.now())} from published_sums
    where number <= ${total - offsetOf(page)} order by number desc limit ${page.per_page}`;
  return { data, meta: numberedMeta(page, total, data.length) };
}
