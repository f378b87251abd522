import type { WalletCard } from '#contracts/shop/wallet.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

const SOON_DAYS = 30;

export const dayFrom = (clock: Clock, days: number): string =>
  new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** SQL for the last day on which a card counts as expiring. */
export const soon = (clock: Clock): string => dayFrom(clock, SOON_DAYS);

/** SQL for a buyer's cards with their states in the wallet. */
export const walletOf = (sql: Db, clock: Clock, user_id: string) => sql`
  select l.id as line_id, c.id, json_build_object('id', o.id, 'number', o.number) as "order",
    o.id as order_id, o.number,
    json_build_object('id', p.id, 'name', p.name, 'color_from', p.color_from, 'color_to', p.color_to, 'motif', p.motif)
      as programme, p.id as programme_id, p.name, p.level, p.country, p.currency, l.face_cents, l.price_cents,
    c.expires_on, case
      when l.state in ('returned', 'refunded') then 'returned'
      when l.used_at is not null then 'used'
      when c.expires_on < ${dayFrom(clock, 0)}::date then 'expired'
      when c.expires_on <= ${soon(clock)}::date then 'expiring'
      when l.state = 'delivered' then 'unrevealed'
      else 'revealed' end as state,
    o.created_at as bought_at, l.revealed_at, l.used_at, l.returned_at, l.note,
    a.balance_cents as left_cents, case when a.balance_cents is not null then a.asked_at end as left_at
  from orders o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
    join programmes p on p.id = c.programme_id
    left join lateral (select balance_cents, asked_at from issuer_answers where line_id = l.id and status is not null
      order by line_id desc, id desc limit 1) a on l.state = 'revealed'
  where o.user_id = ${user_id}`;

/** The columns of `walletOf` that leave the shop. */
export const walletColumns = (sql: Db) => sql`
  id, "order", programme, level, country, currency, face_cents, price_cents, expires_on, state, bought_at, revealed_at,
  used_at, returned_at, note, left_cents, left_at`;

/** One card of an order, if it is the buyer's. */
export async function readWalletCard(
  sql: Db,
  clock: Clock,
  { user_id, order_id, card_id }: { user_id: string; order_id: string; card_id: string },
): Promise<WalletCard | undefined> {
  const [card] = await sql<WalletCard[]>`
    with wallet as (${walletOf(sql, clock, user_id)})
    select ${walletColumns(sql)} from wallet where order_id = ${order_id} and id = ${card_id}`;
  return card;
}
