import type { Tx } from '#platform/db/client.ts';

// Any constant that no other lock uses.
const SWITCH_LOCK = 7_346_211;

/** Ends what is in force, if anything; whether the shop was closed until now. One person switches at a time. */
export async function endOpenWindow(sql: Tx, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SWITCH_LOCK})`;
  const [ended] = await sql<{ until_now: boolean }[]>`
    update maintenance_windows set ended_at = least(ends_at, ${now}) where ended_at is null
    returning ends_at is null or ends_at > ${now} as until_now`;
  return ended?.until_now ?? false;
}
