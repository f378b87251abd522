import type { Input, Reply } from '#contracts/call.ts';
import type { Card, listCards as contract } from '#contracts/shop/cards.ts';
import { decodeCursor, keysetPage } from '#platform/db/keyset.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import type { Programme } from '../../supply/programmes/catalogue/catalogue.ts';
import { findProgrammes } from '../../supply/programmes/catalogue/find-programmes.ts';
import { endsSoon } from '../../supply/programmes/catalogue/on-sale.ts';
import { type CardQuery, type FoundCard, findCards, keyOf, orderOf } from './find-cards.ts';

/** Cards on sale, page by page. */
export async function listCards(
  ctx: Ctx,
  _visitor: Visitor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const sort = query.sort ?? 'newest';
  const limit = query.per_page ?? 20;
  const order = orderOf(sort);
  const cursor = query.cursor === undefined ? undefined : decodeCursor(order, query.cursor);
  const programmes = await ctx.catalogue.programmes();
  // A filter by text concerns programmes only.
  const chosen = findProgrammes(programmes, query);
  const fetched = await findCards(ctx, { query, programmes: chosen, sort, cursor, limit: limit + 1 });
  const page = keysetPage({ order, cursor, limit, fetched, key: (card) => keyOf(sort, card) });
  const data = await cardsOf(ctx, page.rows, programmes);
  const path = pathOf(query);
  const links = { prev: page.prev && path + page.prev, next: page.next && path + page.next };
  return { data, meta: { per_page: limit, sort }, links };
}

// The cache may lack a programme that another process approved seconds ago: then it is read again.
async function cardsOf(
  ctx: Ctx,
  rows: readonly FoundCard[],
  programmes: ReadonlyMap<string, Programme>,
): Promise<Card[]> {
  let known = programmes;
  if (rows.some((row) => !known.has(row.programme_id))) {
    ctx.catalogue.forget();
    known = await ctx.catalogue.programmes();
  }
  return rows.flatMap((row) => {
    const programme = known.get(row.programme_id);
    return programme ? [cardOf(ctx, row, programme)] : [];
  });
}

// Field by field: spreading a row costs more than reading it from the socket.
function cardOf(ctx: Ctx, row: FoundCard, { id, name, prefix, level, country, currency }: Programme): Card {
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
    ends_soon: endsSoon(ctx.clock, row.expires_on),
  };
}

function pathOf(query: CardQuery): string {
  const { cursor: _cursor, ...filters } = query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) params.set(name, String(value));
  params.set('cursor', '');
  return `/api/cards?${params}`;
}
