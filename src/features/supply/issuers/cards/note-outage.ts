import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';
import type { AdapterFailure } from '../adapter/adapter-error.ts';

const ASK_AGAIN_MS = 5 * MINUTE_MS;

/**
 * Notes whether a programme's issuer can be asked. While it can't, guarantees stand still: each one that was running
 * ends later by as long as that took, and so does the time in which its seller waits for the money.
 */
export async function noteOutage(
  { clock }: Pick<Ctx, 'clock'>,
  sql: Tx,
  { programme_id, line_id, failure }: { programme_id: string; line_id: string; failure: AdapterFailure | null },
): Promise<void> {
  const now = clock.now();
  if (failure !== null) {
    await sql`
      insert into issuer_outages (programme_id, line_id, failure, began_at)
      values (${programme_id}, ${line_id}, ${failure}, ${now})
      on conflict (programme_id) where ended_at is null do nothing`;
    const run_at = new Date(now.getTime() + ASK_AGAIN_MS);
    await addJob(sql, 'outage', { programme_id }, { key: `outage:${programme_id}`, run_at });
    return;
  }
  const [ended] = await sql<{ began_at: string }[]>`
    update issuer_outages set ended_at = greatest(${now}, began_at) where programme_id = ${programme_id} and ended_at is null
    returning began_at`;
  if (!ended) return;
  await sql`
    with stopped as (
      update order_lines l set guarantee_ends_at = l.guarantee_ends_at + s.time,
        guarantee_paused_seconds = l.guarantee_paused_seconds + extract(epoch from s.time)::bigint
      from (select r.id, ${now}::timestamptz - greatest(r.revealed_at, ${ended.began_at}::timestamptz) as time
        from order_lines r join cards c on c.id = r.card_id
        where r.state = 'revealed' and r.guarantee_ends_at > ${ended.began_at} and c.programme_id = ${programme_id}
        order by r.id for update of r) s
      where l.id = s.id and s.time > interval '0'
      returning l.id, s.time)
    update seller_lines e set due_at = e.due_at + stopped.time from stopped
    where e.line_id = stopped.id and e.state = 'pending'`;
}
