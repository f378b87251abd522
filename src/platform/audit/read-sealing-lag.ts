import type { Db } from '#platform/db/client.ts';
import { unsealed } from './unsealed.ts';

export interface SealingLag {
  entries: number;
  /** Age of the oldest of them; 0 if there is none. */
  oldest_seconds: number;
}

/** The audit entries that are committed but not yet in the chain. */
export async function readSealingLag(sql: Db, now: Date): Promise<SealingLag> {
  const [lag] = await sql<SealingLag[]>`
    select count(*) as entries,
      greatest(coalesce(extract(epoch from ${now} - min(e.at)), 0), 0)::float8 as oldest_seconds
    from audit_entries e where ${unsealed(sql)}`;
  return lag!;
}
