import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { inDate, isOffered } from '../../../supply/programmes/catalogue/on-sale.ts';

/** What programmes have on sale now, perhaps nothing, with the columns of `programme_offers`. */
export const offersNow = (sql: Db, clock: Clock, programmes: readonly string[]) => sql`
  select p.id as programme_id, p.prefix, search_text(p.name) as name, held.on_sale,
    held.from_price_cents, tsvector_to_array(offer_words(p)) as words
  from unnest(${programmes as string[]}::uuid[]) as asked (id) join programmes p on p.id = asked.id cross join lateral (
    select coalesce(sum(lot.cards - lot.gone), 0)::bigint as on_sale, min(lot.price_cents) as from_price_cents
    from (
      select programme_id, batch_id, expires_on, cards, price_cents,
        coalesce((select sum(cards) from card_lot_departures where lot_id = card_lots.id), 0) as gone
      from card_lots where programme_id = p.id
    ) as lot
    where lot.cards > lot.gone and ${inDate(sql, clock, 'lot')} and ${isOffered(sql, 'lot')}
  ) as held`;
