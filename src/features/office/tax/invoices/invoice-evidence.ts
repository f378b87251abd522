import type { Evidence, Witness } from '../../../feature.ts';

/** Invoices and credit notes, each with the MAC of its issue, the number before its own, and lines that add up. */
export const invoiceEvidence: Evidence = {
  what: 'invoice',
  table: 'invoices',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id, issued_at as at, sealed_facts(i) as facts, mac,
      case
        when number > 1 and not exists (
          select from invoices b where (b.kind, b.year, b.number) = (i.kind, i.year, i.number - 1))
          then 'follows a missing number'
        when exists (
          select from jsonb_array_elements(lines) line
          having sum((line ->> 'gross_cents')::bigint) <> i.gross_cents
            or sum((line ->> 'vat_cents')::bigint) <> i.vat_cents)
          then 'has other sums than its lines'
      end as flaw
    from invoices i where id > ${after} order by id limit ${limit}`,
};
