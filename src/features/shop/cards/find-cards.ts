import type { Input } from '#contracts/call.ts';
import type { listCards } from '#contracts/shop/cards.ts';
import type { Db, Query as Part } from '#platform/db/client.ts';
import type { Cursor, KeysetOrder, KeyValue } from '#platform/db/keyset.ts';
import type { Ctx } from '../../ctx.ts';
import { inDate, isOffered } from '../../supply/programmes/catalogue/on-sale.ts';

export type CardQuery = Input<typeof listCards>['query'];
export type Sort = NonNullable<CardQuery['sort']>;

export interface FoundCard {
  id: string;
  programme_id: string;
  batch_id: string;
  face_cents: number;
  price_cents: number;
  discount_bp: number;
  expires_on: string | null;
  /** Null where whole batches are read. */
  lot_id: number | null;
}

export interface Search {
  query: CardQuery;
  /** Whose cards; null for everyone's. */
  programmes: readonly string[] | null;
  sort: Sort;
  cursor: Cursor | undefined;
  limit: number;
}

type Key = 'batch_id' | 'price_cents' | 'face_cents' | 'discount_bp';

const ORDERS: Record<Sort, { key: Key; descending: boolean }> = {
  newest: { key: 'batch_id', descending: true },
  price: { key: 'price_cents', descending: false },
  '-price': { key: 'price_cents', descending: true },
  discount: { key: 'discount_bp', descending: true },
  face: { key: 'face_cents', descending: false },
  '-face': { key: 'face_cents', descending: true },
};

/** The newest cards go by batch and card; every other order goes by its fact, the lot and the card. */
export const orderOf = (sort: Sort): KeysetOrder => ({
  name: sort,
  kinds: sort === 'newest' ? ['uuid', 'uuid'] : ['int', 'int', 'uuid'],
});

export function keyOf(sort: Sort, card: FoundCard): KeyValue[] {
  const { key } = ORDERS[sort];
  return key === 'batch_id' ? [card.batch_id, card.id] : [card[key], card.lot_id!, card.id];
}

// With a bound limit, Postgres plans every time, because the plan must suit large limits too: 200 us of 285 for a page.
const LIMITS = [21, 51, 101];

/**
 * Cards on sale in order, from a cursor on. All that filters and sorts is a fact of a lot, so the statement walks the
 * few thousand lots in that order, reads one index range of cards from each that fits, and stops at the limit.
 */
export async function findCards({ sql, clock }: Ctx, search: Search): Promise<readonly FoundCard[]> {
  const { query, programmes, sort, cursor, limit } = search;
  if (programmes?.length === 0) return [];
  const { key, descending } = ORDERS[sort];
  const down = descending !== (cursor?.direction === 'prev');
  const direction = down ? sql`desc` : sql`asc`;
  const ceiling = sql.unsafe(String(LIMITS.find((each) => each >= limit)));
  const facts = factsOf(sql, query);
  // Unless facts are asked for, the newest cards of a batch are one range: less than half the time of one per lot.
  const whole = key === 'batch_id' && facts.length === 0;
  const lots = whole
    ? sql`(select distinct on (batch_id) null as id, batch_id, programme_id, expires_on from card_lots lot
        where ${inDate(sql, clock, 'lot')} order by batch_id ${direction})`
    : sql`card_lots`;
  const which = [
    ...(programmes ? [sql`lot.programme_id = any(${[...programmes]})`] : []),
    ...facts,
    ...(whole ? [] : [inDate(sql, clock, 'lot')]),
    isOffered(sql, 'lot'),
  ].reduce((all, part) => sql`${all} and ${part}`);
  const from = cursor && start(sql, { key, down, cursor });
  // From behind `coalesce`, half of the lots seem to be wanted, so Postgres stops early. It would guess that a range of
  // unknown values leaves a few lots, and read and sort all that fit: 30 ms instead of 1.
  const found = await sql<FoundCard[]>`
    select card.*, lot.id as lot_id
    from ${lots} as lot cross join lateral (
      select c.id, c.programme_id, c.batch_id, c.face_cents, c.price_cents, c.discount_bp, c.expires_on from cards c
      where c.state = 'available' and c.batch_id = lot.batch_id and ${whole ? inDate(sql, clock, 'c') : ofLot(sql)}
        ${from ? sql`and ${from.card}` : sql``}
      order by c.id ${direction} limit ${ceiling}
    ) as card
    where coalesce(${which}, false) ${from ? sql`and ${from.lot}` : sql``}
    order by lot.${sql(key)} ${direction},
      ${key === 'batch_id' ? sql`` : sql`lot.id ${direction},`} card.id ${direction}
    limit ${ceiling}`;
  return found.slice(0, limit);
}

// Their index ends with the card's id, so a lot is one range in either direction.
const ofLot = (sql: Db) => sql`c.face_cents = lot.face_cents and c.price_cents = lot.price_cents
  and c.discount_bp = lot.discount_bp and coalesce(c.expires_on, 'infinity') = lot.expires_on`;

function factsOf(sql: Db, { face_min, face_max, price_min, price_max, discount_min }: CardQuery): Part[] {
  return [
    face_min === undefined ? [] : sql`lot.face_cents >= ${face_min}`,
    face_max === undefined ? [] : sql`lot.face_cents <= ${face_max}`,
    price_min === undefined ? [] : sql`lot.price_cents >= ${price_min}`,
    price_max === undefined ? [] : sql`lot.price_cents <= ${price_max}`,
    discount_min === undefined ? [] : sql`lot.discount_bp >= ${discount_min}`,
  ].flat();
}

/** The lots from the cursor's on, and the cards beyond the cursor's card in its own lot or batch. */
function start(sql: Db, { key, down, cursor }: { key: Key; down: boolean; cursor: Cursor }) {
  const [first, second, third] = cursor.values;
  const [onward, beyond] = down ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  const edge = down ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : '00000000-0000-0000-0000-000000000000';
  const [lot, same, card] =
    key === 'batch_id'
      ? [sql`lot.batch_id ${onward} ${first!}::uuid`, sql`lot.batch_id = ${first!}::uuid`, second!]
      : [
          sql`(lot.${sql(key)}, lot.id) ${onward} (${first!}::bigint, ${second!}::bigint)`,
          sql`lot.id = ${second!}::bigint`,
          third!,
        ];
  return { lot, card: sql`c.id ${beyond} case when ${same} then ${card}::uuid else ${edge}::uuid end` };
}
