import type { Db } from '#platform/db/client.ts';

/** SQL that joins the version of programme `p` that was in force when line `l` was sold, as `sold`; some are older than versions. */
export const soldUnder = (sql: Db) => sql`left join lateral (
  select facts from programme_versions v
  where v.programme_id = p.id and v.state in ('active', 'superseded') and v.settled_at <= l.created_at
  order by v.number desc limit 1) sold on true`;

/** SQL for what is shown of programme `p` with a sold card: its terms as they were bought, its look and barcode as they are now. */
export const programmeAsSold = (sql: Db, locale: string) => sql`json_build_object(
  'id', p.id, 'name', coalesce(sold.facts ->> 'name', p.name), 'color_from', p.color_from, 'color_to', p.color_to,
  'motif', p.motif, 'brand', (select slug from brands where id = p.brand_id), 'redemption_text',
  coalesce(sold.facts -> 'redemption_translations' ->> ${locale}::text,
    sold.facts ->> 'redemption_text', p.redemption_translations ->> ${locale}::text, p.redemption_text),
  'terms_url', coalesce(sold.facts ->> 'terms_url', p.terms_url),
  'funds', coalesce(nullif(sold.facts -> 'funds', 'null'), p.funds), 'barcode', p.barcode)`;
