import type { Db } from '#platform/db/client.ts';

/** Deletes every second factor of an account, in the caller's transaction. */
export async function deleteFactors(sql: Db, user_id: string): Promise<void> {
  await sql`delete from totp_secrets where user_id = ${user_id}`;
  await sql`delete from passkeys where user_id = ${user_id}`;
  await sql`delete from recovery_codes where user_id = ${user_id}`;
}
