import type { Db } from '#platform/db/client.ts';

/** The last drill with the backups of a place. */
export interface LastDrill {
  started_at: string;
  ended_at: string;
  /** Empty where the copy came back and every check held. */
  error: string;
}

/** Null if there was none. */
export async function readLastDrill(sql: Db, place: string): Promise<LastDrill | null> {
  const [last] = await sql<LastDrill[]>`
    select started_at, ended_at, error from backup_drills
    where place = ${place} order by ended_at desc, id desc limit 1`;
  return last ?? null;
}
