import type { ListedBatch } from '#contracts/supply/stock.ts';
import type { Db } from '#platform/db/client.ts';

type Claims = Pick<ListedBatch, 'sold_90d' | 'claims_90d'>;

/** How many cards of each batch were sold since a day and not returned, and how many of those were claimed. */
export async function readClaims(sql: Db, ids: readonly string[], since: string): Promise<Map<string, Claims>> {
  const rows = await sql<(Claims & { batch_id: string })[]>`
    select l.batch_id, count(*) as sold_90d, count(m.id) as claims_90d
    from sold_cards l left join claimed_lines m on m.line_id = l.line_id
    where l.created_at >= ${since}::date and l.state <> 'returned' and l.batch_id = any(${[...ids]})
    group by l.batch_id`;
  return new Map(rows.map(({ batch_id, ...claims }) => [batch_id, claims]));
}
