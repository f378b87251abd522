import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';

const ASK_AGAIN_MS = MINUTE_MS;

/** Has the issuer asked again about a waiting claim in a minute. */
export const queueClaim = (sql: Db, claim_id: string, now: Date): Promise<void> =>
  addJob(sql, 'claim', { claim_id }, { key: `claim:${claim_id}`, run_at: new Date(now.getTime() + ASK_AGAIN_MS) });
