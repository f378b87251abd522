import type { Db } from '#platform/db/client.ts';

/** From now on the account buys and adds nothing. */
export async function beginClosing(
  sql: Db,
  { user_id, asked_by, asked_at }: { user_id: string; asked_by: string; asked_at: Date },
): Promise<void> {
  await sql`
    insert into account_closings (user_id, asked_at, asked_by) values (${user_id}, ${asked_at}, ${asked_by})
    on conflict (user_id) do nothing`;
}

/** The account is in use again. */
export async function endClosing(sql: Db, user_id: string): Promise<void> {
  await sql`delete from account_closings where user_id = ${user_id}`;
}
