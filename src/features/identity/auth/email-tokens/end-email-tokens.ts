import type { Db } from '#platform/db/client.ts';

/** Changes of address that nobody confirmed yet can't be confirmed any more; those that follow from them can still be stopped. */
export async function expireEmailChanges(sql: Db, user_id: string, now: Date): Promise<void> {
  await sql`
    update email_tokens set expires_at = least(expires_at, ${now})
    where user_id = ${user_id} and purpose = 'change_email' and used_at is null`;
}

/** Uses up the links that confirm an address or set a password, for an account whose address was changed. */
export async function useUpLinks(sql: Db, user_id: string, now: Date): Promise<void> {
  await sql`
    update email_tokens set used_at = ${now}
    where user_id = ${user_id} and purpose <> 'change_email' and used_at is null`;
}

/** Uses up the link of a change of address that was confirmed, and the links to the former address. */
export async function endEmailChange(sql: Db, change: { id: string; user_id: string; now: Date }): Promise<void> {
  const { id, user_id, now } = change;
  await sql`
    update email_tokens set used_at = ${now}
    where user_id = ${user_id} and used_at is null and (id = ${id} or purpose <> 'change_email')`;
}

/**
 * Stops a change of address and every later one; returns for each whether it was done. Ids grow with time, and only the newest
 * change can be confirmed: what follows this one has a higher id.
 */
export const stopEmailChanges = (
  sql: Db,
  { from_id, user_id, now }: { from_id: string; user_id: string; now: Date },
): Promise<{ done: boolean }[]> => sql<{ done: boolean }[]>`
  update email_tokens set stopped_at = ${now}
  where user_id = ${user_id} and purpose = 'change_email' and id >= ${from_id} and stopped_at is null
  returning used_at is not null as done`;

/** Links that were mailed open nothing any more, of whomever; changes of address that were made can still be stopped. Returns how many. */
export async function expireAllLinks(sql: Db, now: Date): Promise<number> {
  const { count } = await sql`
    update email_tokens set expires_at = ${now} where used_at is null and expires_at > ${now}`;
  return count;
}
