import type { Db } from '#platform/db/client.ts';

/** SQL for the number of an invoice or a credit note, as people write it; null where there is none. */
export const documentNumber = (sql: Db, alias: 'i' | 'origin') => sql`
  case ${sql(alias)}.kind when 'invoice' then 'INV-' when 'credit_note' then 'CN-' end || ${sql(alias)}.year || '-'
    || lpad(${sql(alias)}.number::text, greatest(6, length(${sql(alias)}.number::text)), '0')`;

/** SQL for what every list shows of a document `i` of an order `o`. */
export const documentColumns = (sql: Db) => sql`
  i.id, i.kind, ${documentNumber(sql, 'i')} as number, i.issued_at, o.number as order_number, i.net_cents, i.vat_cents,
  i.gross_cents`;
