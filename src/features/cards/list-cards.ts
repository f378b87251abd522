import type { Input, Reply } from '#contracts/call.ts';
import type { Card, listCards as contract } from '#contracts/cards.ts';
import { type Cursor, decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { approvedProgrammes, forgetCatalogue, type Programme } from '../programmes/catalogue.ts';
import { findProgrammes } from '../programmes/find-programmes.ts';

type Query = Input<typeof contract>['query'];
type Sort = NonNullable<Query['sort']>;

interface Row {
  id: string;
  programme_id: string;
  face_cents: number;
  price_cents: number;
  discount_bp: number;
  expires_on: string | null;
}

const ORDERS: Record<Sort, { key: 'price_cents' | 'face_cents' | 'discount_bp' | null; descending: boolean }> = {
  newest: { key: null, descending: true },
  price: { key: 'price_cents', descending: false },
  '-price': { key: 'price_cents', descending: true },
  discount: { key: 'discount_bp', descending: true },
  face: { key: 'face_cents', descending: false },
  '-face': { key: 'face_cents', descending: true },
};

/** Cards on sale, page by page: each page is an index range, so deep pages cost no more. */
export async function listCards(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const sort = query.sort ?? 'newest';
  const limit = query.per_page ?? 20;
  const { key } = ORDERS[sort];
  const order: KeysetOrder = { name: sort, kinds: key ? ['int', 'uuid'] : ['uuid'] };
  const cursor = query.cursor === undefined ? undefined : decodeCursor(order, query.cursor);
  const programmes = await approvedProgrammes(ctx);
  const fetched = await fetchRows(ctx, { query, sort, cursor, limit: limit + 1, programmes });
  const page = keysetPage({
    order,
    cursor,
    limit,
    fetched,
    key: (row) => (key ? [row[key], row.id] : [row.id]),
  });
  const shown = await cardsOf(ctx, page.rows, programmes);
  const path = pathOf(query);
  const links = { prev: page.prev && path + page.prev, next: page.next && path + page.next };
  return { data: shown, meta: { per_page: limit, sort }, links };
}

interface Range {
  query: Query;
  sort: Sort;
  cursor: Cursor | undefined;
  limit: number;
  programmes: ReadonlyMap<string, Programme>;
}

// With a bound limit, Postgres plans every time, because the plan must suit large limits too: 200 us of 285 for a page.
const LIMITS = [21, 51, 101];

// Text filters only concern programmes, so each remaining programme contributes one index range of cards.
async function fetchRows(ctx: Ctx, { query, sort, cursor, limit, programmes }: Range): Promise<readonly Row[]> {
  const found = findProgrammes(programmes, query);
  if (found?.length === 0) return [];
  const { sql } = ctx;
  const { key, descending } = ORDERS[sort];
  const down = descending !== (cursor?.direction === 'prev');
  const where = conditionsOf(sql, { query, key, cursor, down });
  const by = orderOf(sql, key, down);
  const most = sql.unsafe(String(LIMITS.find((each) => each >= limit)));
  const rows = !found
    ? await sql<Row[]>`
        select id, programme_id, face_cents, price_cents, discount_bp, expires_on from cards
        where ${where} order by ${by} limit ${most}`
    : await sql<Row[]>`
        select id, programme_id, face_cents, price_cents, discount_bp, expires_on
        from unnest(${found}::uuid[]) as chosen (programme) cross join lateral (
          select * from cards where programme_id = chosen.programme and ${where} order by ${by} limit ${most}
        ) as card order by ${by} limit ${most}`;
  return rows.slice(0, limit);
}

type Key = (typeof ORDERS)[Sort]['key'];

function orderOf(sql: Ctx['sql'], key: Key, down: boolean) {
  if (!key) return down ? sql`id desc` : sql`id`;
  return down ? sql`${sql(key)} desc, id desc` : sql`${sql(key)}, id`;
}

function conditionsOf(
  sql: Ctx['sql'],
  { query, key, cursor, down }: { query: Query; key: Key; cursor: Cursor | undefined; down: boolean },
) {
  const { face_min, face_max, price_min, price_max, discount_min } = query;
  let where = sql`state = 'available'`;
  if (face_min !== undefined) where = sql`${where} and face_cents >= ${face_min}`;
  if (face_max !== undefined) where = sql`${where} and face_cents <= ${face_max}`;
  if (price_min !== undefined) where = sql`${where} and price_cents >= ${price_min}`;
  if (price_max !== undefined) where = sql`${where} and price_cents <= ${price_max}`;
  if (discount_min !== undefined) where = sql`${where} and discount_bp >= ${discount_min}`;
  if (!cursor) return where;
  const beyond = down ? sql`<` : sql`>`;
  const [first, second] = cursor.values;
  return key
    ? sql`${where} and (${sql(key)}, id) ${beyond} (${first!}::bigint, ${second!}::uuid)`
    : sql`${where} and id ${beyond} ${first!}::uuid`;
}

// The cache may lack a programme that another process approved seconds ago: then it is read again.
async function cardsOf(ctx: Ctx, rows: readonly Row[], programmes: ReadonlyMap<string, Programme>): Promise<Card[]> {
  let known = programmes;
  if (rows.some((row) => !known.has(row.programme_id))) {
    forgetCatalogue(ctx);
    known = await approvedProgrammes(ctx);
  }
  return rows.flatMap((row) => {
    const programme = known.get(row.programme_id);
    return programme ? [cardOf(row, programme)] : [];
  });
}

// Field by field: spreading a row costs more than reading it from the socket.
function cardOf(row: Row, { id, name, prefix, level, country, currency }: Programme): Card {
  return {
    id: row.id,
    programme: { id, name },
    prefix,
    level,
    country,
    currency,
    face_cents: row.face_cents,
    price_cents: row.price_cents,
    discount_bp: row.discount_bp,
    expires_on: row.expires_on,
  };
}

function pathOf(query: Query): string {
  const { cursor: _cursor, ...filters } = query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) params.set(name, String(value));
  params.set('cursor', '');
  return `/api/cards?${params}`;
}
