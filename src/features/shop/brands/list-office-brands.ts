import type { Input, Reply } from '#contracts/call.ts';
import type { listOfficeBrands as contract, ListedBrand } from '#contracts/shop/brands.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** Brands by name; every word of the search stands in the name, the slug or a synonym. */
export async function listOfficeBrands(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const words = (query.q ?? '').split(/\s+/).filter(Boolean);
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  const found = sql`concat_ws(' ', name, slug, array_to_string(synonyms, ' ')) ilike all (${patterns})`;
  const [[counted], rows] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from brands where ${found}`,
    sql<ListedBrand[]>`
      select id, slug, name, categories, (select count(*) from programmes p where p.brand_id = b.id) as programmes
      from brands b where ${found} order by lower(name), id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...rows], meta: numberedMeta(page, counted.total, rows.length) };
}
