import type { Sql } from '#platform/db/client.ts';

const INDEX_LOCK = 4_203_710_005;

/** An index of the jobs that were tried, beside the library's own of those that wait: so that nothing reads all of them. */
export async function indexJobs(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // Shops that start at the same time create it once.
    await tx`select pg_advisory_xact_lock(${INDEX_LOCK})`;
    // Only the owner may create it, and `if not exists` asks for that right even where it exists.
    const [known] = await tx`select from pg_indexes where schemaname = 'graphile_worker' and indexname = 'jobs_tried'`;
    if (!known) await tx`create index jobs_tried on graphile_worker._private_jobs (id) where attempts > 0`;
  });
}
