import type { Db } from '#platform/db/client.ts';
import { isId } from './find-records.ts';

/** The id of a user by name or id; null if there is none of that name. */
export async function findUserId(sql: Db, typed: string): Promise<string | null> {
  const text = typed.toLowerCase();
  if (isId(text)) return text;
  const [user] = await sql<{ id: string }[]>`select id from users where username = ${text}`;
  return user?.id ?? null;
}

/** The id of an order by its number with #; null for anything else. */
export async function findOrderId(sql: Db, typed: string): Promise<string | null> {
  const number = /^#(\d{1,15})$/.exec(typed)?.[1];
  if (number === undefined) return null;
  const [order] = await sql<{ id: string }[]>`select id from numbered_orders where number = ${number}::bigint`;
  return order?.id ?? null;
}
