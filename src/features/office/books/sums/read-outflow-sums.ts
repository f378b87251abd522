import { OUTFLOW_LABELS, type OutflowSum } from '#contracts/office/outflows.ts';
import type { Db } from '#platform/db/client.ts';

/** What moved away by coin and label, what nobody has labelled last; with what was recorded before transactions were. */
export const readOutflowSums = (sql: Db) => sql<Omit<OutflowSum, 'worth_cents'>[]>`
  select coin, label, sum(transactions)::int as transactions, sum(units)::text as units,
    sum(fee_units)::text as fee_units,
    sum(unknown_fees)::int as unknown_fees
  from (
    select coin, label, count(*) as transactions, sum(amount_units) as units, coalesce(sum(fee_units), 0) as fee_units,
      count(*) filter (where fee_units is null) as unknown_fees
    from labelled_outflows group by coin, label
    union all
    select coin, null, 0, sum(amount_units), 0, 0 from outflows where txid is null group by coin) each
  group by coin, label order by coin, array_position(${OUTFLOW_LABELS}::text[], label)`;
