import { afterCommit } from '#platform/db/after-commit.ts';
import type { Db, Query } from '#platform/db/client.ts';

/** Writes the rows (channel, event, data) of a query as events in the caller's transaction, and has them placed once it commits. */
export async function appendEvents(sql: Db, rows: Query): Promise<void> {
  await sql`insert into events (channel, event, data) ${rows}`;
  afterCommit(sql, sql.placer.wake);
}
