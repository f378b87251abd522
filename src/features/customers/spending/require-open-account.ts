import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** Refuses to buy or to add money once the owner asked for the rest of it back. */
export async function requireOpenAccount(sql: Db, user_id: string): Promise<void> {
  const [closing] = await sql`select from account_closings where user_id = ${user_id}`;
  if (closing) throw new AppError('forbidden', message('closing.is_closing'));
}
