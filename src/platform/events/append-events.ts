import { afterCommit } from '#platform/db/after-commit.ts';
import type { Db, Query } from '#platform/db/client.ts';

/** Writes a query's rows (channel, event, data) as events in the caller's transaction; places them after it commits. */
export async function appendEvents(sql: Db, rows: Query): Promise<void> {
  await sql`insert into events (channel, event, data) ${rows}`;
  afterCommit(sql, sql.placer.wake);
}
