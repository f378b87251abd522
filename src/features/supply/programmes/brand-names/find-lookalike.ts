import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { resembles } from './resembles.ts';

/**
 * Why a brand can't have a name that another one has, or that buyers would take for another one's; null if it can. `id` is the
 * one to be renamed.
 */
export async function findLookalike(sql: Db, name: string, id: string | null): Promise<Message | null> {
  const others = await sql<{ name: string }[]>`select name from brands where id is distinct from ${id} order by name`;
  const like = others.find((other) => resembles(other.name, name));
  if (!like) return null;
  return like.name === name ? message('brands.name_taken') : message('brands.name_alike', { name: like.name });
}
