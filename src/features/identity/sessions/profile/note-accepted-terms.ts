import type { Db } from '#platform/db/client.ts';

/** Notes at the account when its owner accepted the terms last. */
export async function noteAcceptedTerms(sql: Db, user_id: string, now: Date): Promise<void> {
  await sql`update users set terms_accepted_at = ${now} where id = ${user_id}`;
}
