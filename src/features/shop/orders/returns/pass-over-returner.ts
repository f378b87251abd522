import type { Tx } from '#platform/db/client.ts';

/** Keeps pre-orders of whoever returned a line's card from buying it again, while this transaction puts it back. */
export const passOverReturner = (sql: Tx, line_id: string) => sql`
  select set_config('facevalue.returned_by', o.user_id::text, true)
  from order_lines l join orders o on o.id = l.order_id where l.id = ${line_id}`;
