import type { Db } from '#platform/db/client.ts';

/** After so many days without a report, staff are reminded of the next one. */
export const DUE_DAYS = 14;

/**
 * SQL for when the next report of a programme `p` has to begin at the latest: where the last one ended, or when the first
 * file of a batch with canaries came; null where there is nothing to report on.
 */
export const nextFrom = (sql: Db) => sql`coalesce(
  (select max(r.covers_until) from issuer_reports r where r.programme_id = p.id),
  (select min(i.created_at) from file_arrivals i join batches b on b.id = i.batch_id
    where b.programme_id = p.id
      and exists (select from cards c where c.batch_id = b.id and c.canary)))`;

/** SQL for whether staff have to bring reports of a programme `p`: it has canaries, and its issuer can't be asked. */
export const isExpected = (sql: Db) => sql`(
  p.adapter_url is null and p.state in ('active', 'suspended') and exists (
    select from batches b join cards c on c.batch_id = b.id
    where b.programme_id = p.id and c.canary and c.state not in ('expired', 'void')))`;
