import type { Tx } from '#platform/db/client.ts';

/** One at a time closes or reopens a month, until the transaction ends: what comes next depends on what was closed last. */
export async function lockMonths(sql: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('months of the books', 0))`;
}
