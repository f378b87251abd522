import type { Db } from '#platform/db/client.ts';

/** Ends every session of everybody, of a shop that nobody can reach yet; returns how many. */
export async function closeAllSessions(sql: Db): Promise<number> {
  return (await sql`delete from sessions`).count;
}
