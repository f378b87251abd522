import type { Input, Reply } from '#contracts/call.ts';
import type { listSellers as contract, ListedSeller } from '#contracts/supply/sellers.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { listedColumns } from './seller/read-sellers.ts';

/** Sellers with what they are owed and sold within a year, by name. */
export async function listSellers(
  { sql, clock }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const shown = () => sql`(${query.state ?? null}::text is null or s.state = ${query.state ?? null})`;
  const [[all], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from sellers s where ${shown()}`,
    sql<ListedSeller[]>`
      select ${listedColumns(sql, clock.now())} from sellers s where ${shown()}
      order by lower(s.legal_name), s.id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data, meta: numberedMeta(page, all.total, data.length) };
}
