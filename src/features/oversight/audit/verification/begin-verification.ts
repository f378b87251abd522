import type { Verification } from '#contracts/oversight/audit.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { verificationColumns } from './verification-columns.ts';

/** A check that did no piece for so long is given up, so that it doesn't stand in the way of the next; so is one of times to come. */
export const STALLED_MS = HOUR_MS;

interface Beginning {
  kind: Verification['kind'];
  nightly: boolean;
}

/** Queues a check. One that runs already goes on; `begun` says which it was. */
export async function beginVerification(
  sql: Tx,
  now: Date,
  { kind, nightly }: Beginning,
): Promise<{ verification: Verification; begun: boolean }> {
  const [earliest, latest] = [-STALLED_MS, STALLED_MS].map((ms) => new Date(now.getTime() + ms));
  await sql`
    update verifications set ended_at = ${now}, given_up = true
    where kind = ${kind} and ended_at is null and stepped_at not between ${earliest!} and ${latest!}`;
  const [fresh] = await sql<Verification[]>`
    insert into verifications (kind, nightly, started_at, stepped_at) values (${kind}, ${nightly}, ${now}, ${now})
    on conflict (kind) where ended_at is null do nothing returning ${verificationColumns(sql)}`;
  if (fresh) {
    await addJob(sql, 'verification', { id: fresh.id });
    return { verification: fresh, begun: true };
  }
  const [running] = await sql<Verification[]>`
    select ${verificationColumns(sql)} from verifications where kind = ${kind} order by id desc limit 1`;
  return { verification: running!, begun: false };
}
