import type { Input, Reply } from '#contracts/call.ts';
import type { listPlacedOrders as contract, PlacedOrder } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { findUserId } from '../../oversight/audit/named-records/find-named.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { placedOrder } from './office/placed-order.ts';

const ORDER: KeysetOrder = { name: 'placed_orders', kinds: ['timestamp', 'uuid'] };
const PATH = '/api/admin/orders';

type Filters = Omit<Input<typeof contract>['query'], 'cursor' | 'per_page'>;

/** The orders of all buyers, newest first. */
export async function listPlacedOrders(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const { cursor: start, per_page: limit = 50, ...filters } = query;
  const cursor = start === undefined ? undefined : decodeCursor(ORDER, start);
  const [at, id] = cursor?.values ?? [];
  const back = cursor?.direction === 'prev';
  const buyer = filters.who ? await findUserId(sql, filters.who) : null;
  const fetched = await sql<(PlacedOrder & { placed_at: string })[]>`
    select ${placedOrder(sql)}, to_char(o.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as placed_at
    from orders o join users u on u.id = o.user_id
    where ${matching(sql, filters, buyer)}
      ${cursor ? sql`and (o.created_at, o.id) ${back ? sql`>` : sql`<`} (${at!}::timestamptz, ${id!}::uuid)` : sql``}
    order by o.created_at ${back ? sql`` : sql`desc`}, o.id ${back ? sql`` : sql`desc`} limit ${limit + 1}`;
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: (row) => [row.placed_at, row.id] });
  await noteList(
    ctx,
    sql,
    actor,
    page.rows.map(({ buyer: { id } }) => id),
  );
  const given = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  const params = new URLSearchParams([...given, ['per_page', String(limit)]]);
  const linkTo = (end: string | null) => end && `${PATH}?${params}&cursor=${end}`;
  return {
    data: page.rows.map(({ placed_at: _, ...row }) => row),
    meta: { per_page: limit },
    links: { prev: linkTo(page.prev), next: linkTo(page.next) },
  };
}

function matching(sql: Db, { who, number, state, from, to, first }: Filters, buyer: string | null): Query {
  return sql`
    ${who ? sql`o.user_id = ${buyer}` : sql`true`} and ${number === undefined ? sql`true` : sql`o.number = ${number}`}
    and ${inState(sql, state)} and ${from === undefined ? sql`true` : sql`o.created_at >= ${new Date(from)}`}
    and ${to === undefined ? sql`true` : sql`o.created_at < ${new Date(Date.parse(to) + DAY_MS)}`}
    and ${first ? sql`o.first_of_buyer` : sql`true`}`;
}

/** Written out, as the index of orders that were paid back is found by the words alone. */
function inState(sql: Db, state: Filters['state']): Query {
  if (state === 'paid') return sql`o.status = 'paid'`;
  if (state === 'refunded') return sql`o.status = 'refunded'`;
  return state === 'part_refunded' ? sql`o.status = 'part_refunded'` : sql`true`;
}
