import type { Db } from '#platform/db/client.ts';

/** SQL for a check of the audit chain or the ledger, as the back office sees it. */
export const verificationColumns = (sql: Db) => sql`
  id, kind, nightly, started_at, ended_at, done, total, problems, named,
  case when ended_at is null then 'running' when given_up then 'given_up' when problems > 0 then 'broken'
    else 'sound' end as state`;
