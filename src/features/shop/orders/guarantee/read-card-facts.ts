import type { OrderCard } from '#contracts/shop/orders.ts';
import type { Db } from '#platform/db/client.ts';

type Facts = Pick<OrderCard, 'guarantee' | 'issuer' | 'claim'>;

interface Row {
  card_id: string;
  live: boolean;
  hours: number;
  starts_at: string | null;
  ends_at: string | null;
  stopped_at: string | null;
  can_ask: boolean;
  status: NonNullable<OrderCard['issuer']['status']> | null;
  balance_cents: number | null;
  asked_at: string | null;
  failed_at: string | null;
  claim_id: string | null;
  number: number;
  claim_state: NonNullable<OrderCard['claim']>['state'];
  reason: NonNullable<OrderCard['claim']>['reason'];
  made_at: string;
  decided_at: string | null;
  refund_cents: number;
  ticket_id: string | null;
}

/** SQL for when the guarantee of a line `l` ends: later while its issuer can't be asked, since the open outage `o`. */
export const guaranteeEnd = (sql: Db, now: Date) => sql`(l.guarantee_ends_at + case
  when o.began_at < l.guarantee_ends_at then greatest(interval '0',
    ${now}::timestamptz - greatest(o.began_at, l.revealed_at))
  else interval '0' end)`;

/** SQL that joins the open outage `o` of the issuer of a card `c`. */
export const openOutage = (sql: Db) => sql`
  left join issuer_outages o on o.programme_id = c.programme_id and o.ended_at is null`;

/** The guarantee, the issuer's last word and the claim of each card of an order, by the ids of the cards. */
export async function readCardFacts(sql: Db, now: Date, order_id: string): Promise<Map<string, Facts>> {
  const rows = await sql<Row[]>`
    select l.card_id, l.state in ('delivered', 'revealed') as live, l.guarantee_hours as hours,
      l.revealed_at as starts_at,
      ${guaranteeEnd(sql, now)} as ends_at,
      case when o.began_at < l.guarantee_ends_at then greatest(o.began_at, l.revealed_at) end as stopped_at,
      p.adapter_url is not null as can_ask, a.status, a.balance_cents, a.asked_at, f.asked_at as failed_at,
      m.id as claim_id, m.number, m.state as claim_state, m.reason, m.made_at, m.decided_at, m.refund_cents, m.ticket_id
    from order_lines l join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id ${openOutage(sql)}
    left join claimed_lines m on m.line_id = l.id
    left join lateral (select id, status, balance_cents, asked_at from issuer_answers
      where line_id = l.id and status is not null order by line_id desc, id desc limit 1) a on true
    left join lateral (select asked_at from issuer_answers
      where line_id = l.id and status is null and (a.id is null or id > a.id)
      order by line_id desc, id desc limit 1) f on true
    where l.order_id = ${order_id}`;
  return new Map(rows.map((row) => [row.card_id, factsOf(row, now)]));
}

function factsOf(row: Row, now: Date): Facts {
  const { live, hours, starts_at, ends_at, stopped_at, can_ask, status, balance_cents, asked_at, failed_at } = row;
  const { claim_id, number, claim_state, reason, made_at, decided_at, refund_cents, ticket_id } = row;
  const over = ends_at !== null && Date.parse(ends_at) <= now.getTime();
  const state = ends_at === null ? ('upcoming' as const) : over ? ('expired' as const) : ('running' as const);
  return {
    guarantee: live ? { state, hours, starts_at, ends_at, stopped_at } : null,
    issuer: { can_ask, status, balance_cents, asked_at, failed_at },
    claim:
      claim_id === null
        ? null
        : { id: claim_id, number, state: claim_state, reason, made_at, decided_at, refund_cents, ticket_id },
  };
}
