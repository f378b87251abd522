import type { Input } from '#contracts/call.ts';
import type { listOutflows, Outflow } from '#contracts/office/outflows.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import type { Cursor, KeysetOrder } from '#platform/db/keyset.ts';

export type OutflowFilters = Omit<Input<typeof listOutflows>['query'], 'cursor' | 'per_page'>;
export type OutflowRow = Outflow & { place: number };

/** Above every id: what nobody has labelled comes first. */
const FIRST = 1_000_000_000_000;

export const ORDER: KeysetOrder = { name: 'outflows', kinds: ['int'] };
export const keyOf = ({ place }: OutflowRow) => [place];

/** SQL that reads outflows; conditions on `o` follow. */
export const outflowColumns = (sql: Db) => sql`
  select o.id, o.coin, o.txid, o.height, o.noted_at, o.mined_at, o.amount_units::text as amount_units,
    o.fee_units::text as fee_units, o.label, o.reason, o.labelled_at, u.username as labelled_by
  from labelled_outflows o left join users u on u.id = o.labelled_by`;

/** SQL for outflows without a label: found by what is missing, before anything is added up. */
export const unlabelled = (sql: Db) =>
  sql`not exists (select from outflow_labels n where n.coin = o.coin and n.txid = o.txid)`;

/** The next outflows of a selection: those without a label first, then the newest; or the other way round on the way back. */
export function selectOutflows(sql: Db, filters: OutflowFilters, cursor: Cursor | undefined, limit: number) {
  const back = cursor?.direction === 'prev';
  return sql<OutflowRow[]>`
    select * from (
      (${part(sql, filters, { cursor, limit, condition: unlabelled(sql), above: FIRST })})
      union all
      (${part(sql, filters, { cursor, limit, condition: sql`o.label is not null`, above: 0 })})) placed
    order by place ${back ? sql`` : sql`desc`} limit ${limit}`;
}

interface Part {
  cursor: Cursor | undefined;
  limit: number;
  condition: Fragment;
  /** Its places are the ids and this. */
  above: number;
}

/** Of each part no more is read than a page may show. */
function part(sql: Db, { coin, label }: OutflowFilters, { cursor, limit, condition, above }: Part) {
  const back = cursor?.direction === 'prev';
  const beyond = cursor
    ? sql`each.id ${back ? sql`>` : sql`<`} ${cursor.values[0]!}::bigint - ${above}::bigint`
    : sql`true`;
  return sql`
    select each.*, each.id + ${above}::bigint as place from (${outflowColumns(sql)}
      where ${condition} and ${coin ? sql`o.coin = ${coin}` : sql`true`} and ${labelled(sql, label)}) each
    where ${beyond} order by each.id ${back ? sql`` : sql`desc`} limit ${limit}`;
}

function labelled(sql: Db, label: OutflowFilters['label']) {
  if (label === undefined) return sql`true`;
  return label === 'none' ? sql`o.label is null` : sql`o.label = ${label}`;
}
