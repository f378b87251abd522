import type { Tx } from '#platform/db/client.ts';
import { refuseLookalike } from './refuse-lookalike.ts';

/** A new programme joins the brand of its name, or makes it: then no other brand's name may look like it. */
export async function refuseNewBrand(sql: Tx, name: string): Promise<void> {
  // One at a time, since the names of all brands exclude each other.
  await sql`select from brands order by id for update`;
  const [own] = await sql`select from brands where name = ${name}`;
  if (!own) await refuseLookalike(sql, name, null);
}
