import type { Input } from '#contracts/call.ts';
import type { listOutflows, Outflow } from '#contracts/office/outflows.ts';
import type { Db } from '#platform/db/client.ts';
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

/** The next outflows of a selection: those without a label first, then the newest; or the other way round on the way back. */
export function selectOutflows(sql: Db, { coin, label }: OutflowFilters, cursor: Cursor | undefined, limit: number) {
  const back = cursor?.direction === 'prev';
  return sql<OutflowRow[]>`
    select * from (
      select each.*, each.id + case when label is null then ${FIRST}::bigint else 0 end as place from (${outflowColumns(sql)}
        where ${coin ? sql`o.coin = ${coin}` : sql`true`} and ${labelled(sql, label)}) each) placed
    where ${cursor ? sql`place ${back ? sql`>` : sql`<`} ${cursor.values[0]!}::bigint` : sql`true`}
    order by place ${back ? sql`` : sql`desc`} limit ${limit}`;
}

function labelled(sql: Db, label: OutflowFilters['label']) {
  if (label === undefined) return sql`true`;
  return label === 'none' ? sql`o.label is null` : sql`o.label = ${label}`;
}
