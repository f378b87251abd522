import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';
import type { AdapterFailure } from '../adapter/adapter-error.ts';

const ASK_AGAIN_MS = 5 * MINUTE_MS;

/**
 * Notes whether a programme's issuer can be asked. While it can't, guarantees stand still: orders lengthen them once an
 * outage has ended.
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
  await sql`
    update issuer_outages set ended_at = greatest(${now}, began_at)
    where programme_id = ${programme_id} and ended_at is null`;
}
