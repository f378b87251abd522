import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { inDate, isOffered } from '../../../supply/programmes/catalogue/on-sale.ts';

interface CardSearch {
  user_id: string;
  programme_id: string;
  face_cents: number;
  max_price_cents: number | undefined;
  /** The first day on which it may expire; null: never. */
  expires_from: string | null;
  limit: number;
  /** Those in the buyer's cart count too, after equal ones that aren't there. */
  with_cart?: true;
}

/** With one cheapest card for everybody, its sale would concern every cart. */
const SPREAD = 100;

/**
 * SQL for the cheapest cards of a programme and face value that a buyer can buy and, as a rule, hasn't in the cart, with their
 * prices. Of equally cheap ones those that last longest, and of these any.
 */
export function cheapestCards(sql: Db, clock: Clock, search: CardSearch) {
  const { user_id, programme_id, face_cents, max_price_cents, expires_from, limit, with_cart } = search;
  const carted = sql`exists (select from cart_items i where i.user_id = ${user_id} and i.card_id = c.id)`;
  // The beginning of one index range for each lot, instead of all its cards.
  return sql<{ id: string; price_cents: number }[]>`
    select c.id, c.price_cents from card_lots lot cross join lateral (
      select c.id, c.price_cents from cards c
      where c.batch_id = lot.batch_id and c.face_cents = lot.face_cents and c.price_cents = lot.price_cents
        and c.discount_bp = lot.discount_bp and coalesce(c.expires_on, 'infinity') = lot.expires_on
        and c.state = 'available'
        ${with_cart ? sql`` : sql`and not ${carted}`}
      order by c.id limit ${limit + SPREAD}) c
    where lot.programme_id = ${programme_id}
      and ${user_id}::uuid not in (select own.user_id from batch_insiders(lot.batch_id) own)
      and lot.face_cents = ${face_cents}
      and (lot.price_cents <= ${max_price_cents ?? null}::bigint or ${max_price_cents === undefined})
      and lot.expires_on >= ${expires_from ?? 'infinity'}::date and ${inDate(sql, clock, 'lot')}
      and ${isOffered(sql, 'lot')}
    order by lot.price_cents, lot.expires_on desc, ${with_cart ? sql`${carted}, ` : sql``}random() limit ${limit}`;
}
