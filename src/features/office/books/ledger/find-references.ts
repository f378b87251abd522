import type { Db } from '#platform/db/client.ts';
import { findOrderId } from '../../../oversight/audit/named-records/find-named.ts';
import { isId } from '../../../oversight/audit/named-records/find-records.ts';

/** What transfers refer to when they belong to a record: itself, an order's cards, a payment's deposits, and so on. */
export async function findReferences(sql: Db, typed: string): Promise<string[]> {
  const id = isId(typed.toLowerCase()) ? typed.toLowerCase() : await findOrderId(sql, typed);
  if (id === null) return [];
  const rows = await sql<{ id: string }[]>`
    select ${id}::uuid as id
    union select id from order_lines where order_id = ${id}
    union select order_id from order_lines where id = ${id}
    union select id from deposits where payment_id = ${id}
    union select line_id from claims where id = ${id}
    union select order_id from preorder_fills where preorder_id = ${id}
    limit 1000`;
  return rows.map((row) => row.id);
}
