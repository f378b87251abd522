import type { Db } from '#platform/db/client.ts';

/** Marks an address as none of ours; false if it was marked before. */
export async function markRefused(sql: Db, id: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    update deposit_addresses set refused_at = ${now} where id = ${id} and refused_at is null`;
  return count > 0;
}
