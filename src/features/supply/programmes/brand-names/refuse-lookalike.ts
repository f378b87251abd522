import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { resembles } from './resembles.ts';

/** Refuses a name that another brand has, or that buyers would take for another brand's. `id` is the one to be renamed. */
export async function refuseLookalike(sql: Tx, name: string, id: string | null): Promise<void> {
  const others = await sql<{ name: string }[]>`select name from brands where id is distinct from ${id} order by name`;
  const like = others.find((other) => resembles(other.name, name));
  if (!like) return;
  const text = like.name === name ? message('brands.name_taken') : message('brands.name_alike', { name: like.name });
  throw invalidField('name', text);
}
