import type { Db, Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { targets } from './targets.ts';

/** Queues the next part of a check in the caller's transaction. */
export const queueCheck = (sql: Db, check_id: string): Promise<void> =>
  addJob(sql, 'issuer', { check_id }, { key: `issuer:${check_id}` });

/**
 * Has the issuer of a locked batch asked about its cards, unless that is going on already. Returns the check's id; null
 * if the issuer can't be asked, or there is nothing to ask about.
 */
export async function startCheck(
  sql: Tx,
  { batch_id, asked_by, now }: { batch_id: string; asked_by: string | null; now: Date },
): Promise<string | null> {
  const [batch] = await sql<{ running: string | null }[]>`
    select i.id as running from batches b join programmes p on p.id = b.programme_id
    left join issuer_checks i on i.batch_id = b.id and i.ended_at is null
    where b.id = ${batch_id} and p.adapter_url is not null`;
  if (!batch || batch.running) return batch?.running ?? null;
  const [started] = await sql<{ id: string }[]>`
    insert into issuer_checks (batch_id, asked_by, total, created_at)
    select ${batch_id}, ${asked_by}::uuid, t.cards, ${now}
    from (select count(*) as cards from cards c where c.batch_id = ${batch_id} and ${targets(sql)}) as t
    where t.cards > 0 returning id`;
  if (!started) return null;
  await queueCheck(sql, started.id);
  return started.id;
}
