import type { Db } from '#platform/db/client.ts';
import { secondFactorsOf } from './second-factors.ts';

/** Recovery codes stand in for a second factor: they are deleted with the last one. */
export async function deleteOrphanCodes(sql: Db, user_id: string): Promise<void> {
  const { totp, passkey } = await secondFactorsOf(sql, user_id);
  if (!totp && !passkey) await sql`delete from recovery_codes where user_id = ${user_id}`;
}
