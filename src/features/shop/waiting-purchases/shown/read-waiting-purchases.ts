import type { WaitingPurchase } from '#contracts/shop/waiting-purchases.ts';
import type { Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Db } from '#platform/db/client.ts';

interface Filter {
  user_id: string;
  /** The reader's language. */
  locale: string;
  id?: string;
  open?: boolean;
  limit: number;
  offset?: number;
}

type Row = Omit<WaitingPurchase, 'ended_why'> & { ended_why: Text | null; total: number };

/** A buyer's waiting purchases with what became of them, newest first, and the number of matches. */
export async function readWaitingPurchases(
  sql: Db,
  { user_id, locale, id, open, limit, offset = 0 }: Filter,
): Promise<{ data: WaitingPurchase[]; total: number }> {
  const rows = await sql<Row[]>`
    select w.id, w.state, w.total_cents, w.asked_at, w.consent_at, w.expires_at, w.ended_at, w.ended_why,
      json_build_object('number', p.number, 'coin', p.coin, 'amount_cents', p.amount_cents,
        'expires_at', to_char(p.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as payment,
      (select json_agg(json_build_object('id', c.id, 'programme', json_build_object('id', g.id, 'name', g.name),
          'currency', g.currency, 'face_cents', c.face_cents, 'price_cents', line.price_cents, 'by_value', c.id = any(w.value_card_ids))
          order by line.nth)
        from unnest(w.card_ids, w.prices_cents) with ordinality as line (card_id, price_cents, nth)
        join cards c on c.id = line.card_id join programmes g on g.id = c.programme_id) as cards,
      case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order",
      count(*) over () as total
    from waiting_purchases w join payments p on p.id = w.id left join orders o on o.id = w.order_id
    where w.user_id = ${user_id} and ${id ? sql`w.id = ${id}` : sql`true`}
      and ${open ? sql`w.state = 'waiting'` : sql`true`}
    order by w.id desc limit ${limit} offset ${offset}`;
  return {
    data: rows.map(({ total: _, ended_why, ...row }) => ({
      ...row,
      ended_why: ended_why && translate(locale, ended_why),
    })),
    total: rows[0]?.total ?? 0,
  };
}
