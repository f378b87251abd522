import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { saleStatus } from '../../../supply/programmes/catalogue/on-sale.ts';

/** A line added by value, with the card that it stands for now. */
export interface ValueLine {
  card_id: string;
  replaced: string[];
  max_price_cents: number;
  programme_id: string;
  face_cents: number;
  price_cents: number;
  expires_on: string | null;
  status: string;
}

/** The lines of a cart that were added by value. */
export const valueLines = (sql: Db, clock: Clock, user_id: string) => sql<ValueLine[]>`
  select i.card_id, i.replaced, i.max_price_cents, c.programme_id, c.face_cents, c.price_cents, c.expires_on,
    ${saleStatus(sql, clock)} as status
  from cart_items i join cards c on c.id = i.card_id
  where i.user_id = ${user_id} and i.max_price_cents is not null order by i.max_price_cents, i.card_id`;

/** What an equal card may be: not dearer than the one before it or than the line was at first, and not ending earlier. */
export const equalTo = (user_id: string, line: ValueLine) => ({
  user_id,
  programme_id: line.programme_id,
  face_cents: line.face_cents,
  max_price_cents: Math.min(line.max_price_cents, line.price_cents),
  expires_from: line.expires_on,
});
