import type { Tx } from '#platform/db/client.ts';

interface Annotation {
  line_id: string;
  used?: boolean | undefined;
  note?: string | undefined;
  now: Date;
}

/** Keeps whether a buyer has used a card, and their note on it; what is undefined stays as it is. */
export async function annotateLine(sql: Tx, { line_id, used, note, now }: Annotation): Promise<void> {
  if (used !== undefined)
    await sql`update order_lines set used_at = ${used ? sql`coalesce(used_at, ${now})` : null} where id = ${line_id}`;
  if (note !== undefined) await sql`update order_lines set note = ${note} where id = ${line_id}`;
}
