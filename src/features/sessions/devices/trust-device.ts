import type { Db } from '#platform/db/client.ts';

/** Trusts the device of a session, in the caller's transaction. */
export const trustDevice = (sql: Db, session_id: string | null, now: Date) => sql`
  update devices d set trusted_at = coalesce(d.trusted_at, ${now}) from sessions s where s.id = ${session_id} and d.id = s.device_id`;
