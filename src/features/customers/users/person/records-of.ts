import type { RECORD_KINDS, UserRecord } from '#contracts/customers/users.ts';
import type { Db, Query } from '#platform/db/client.ts';

const MOST = 1000;

export interface RecordRow extends Omit<UserRecord, 'link'> {
  /** Of a session or a device; null for anything else. */
  user_agent: string | null;
  /** Id of what its link leads to. */
  page_id: string | null;
}

interface Which {
  kind: (typeof RECORD_KINDS)[number];
  user_id: string;
  now: Date;
}

/** SQL for the newest records of a kind; each has the columns of a RecordRow. */
export const recordsOf = (sql: Db, { kind, user_id, now }: Which): Query => readers[kind](sql, user_id, now);

type Reader = (sql: Db, user_id: string, now: Date) => Query;

const readers: Record<Which['kind'], Reader> = {
  movements: (sql, user) => sql`
    with own as (select id from ledger_accounts where owner_id = ${user} and kind = 'available'),
    moved as (
      (select t.*, t.amount_cents as change from own join ledger_transfers t on t.credit_account_id = own.id
        order by t.id desc limit ${MOST})
      union all
      (select t.*, -t.amount_cents from own join ledger_transfers t on t.debit_account_id = own.id
        order by t.id desc limit ${MOST}))
    select m.id::text, m.created_at as at, m.kind as what, coalesce('#' || coalesce(o.number, p.number), '') as label,
      m.change::bigint as amount_cents, null::text as user_agent, d.id::text as page_id
    from (select * from moved order by id desc limit ${MOST}) m
    left join deposits d on d.id = m.reference left join payments p on p.id = d.payment_id
    left join order_lines l on l.id = m.reference left join orders o on o.id = coalesce(l.order_id, m.reference)`,

  orders: (sql, user) => sql`
    select id::text, created_at as at, status as what, '#' || number as label, total_cents as amount_cents,
      null::text as user_agent, id::text as page_id
    from orders where user_id = ${user} order by orders.id desc limit ${MOST}`,

  payments: (sql, user, now) => sql`
    select p.id::text, p.created_at as at, '#' || p.number || ' ' || p.coin as label, null::text as user_agent,
      case when d.states && '{held}' then 'held' when d.states && '{pending}' then 'pending' when d.states && '{credited}' then 'credited'
        when p.expires_at > ${now} then 'open' else 'expired' end as what,
      coalesce(d.credited, p.amount_cents)::bigint as amount_cents, d.newest::text as page_id
    from (select * from payments where user_id = ${user} order by id desc limit ${MOST}) p
    left join lateral (
      select array_agg(state) as states, sum(credited_cents) as credited, (array_agg(id order by id desc))[1] as newest
      from deposits where payment_id = p.id) d on true`,

  tickets: (sql, user) => sql`
    select id::text, created_at as at, status::text as what, '#' || number || ' ' || subject as label, null::bigint as amount_cents,
      null::text as user_agent, id::text as page_id
    from tickets where user_id = ${user} order by tickets.id desc limit ${MOST}`,

  sessions: (sql, user, now) => sql`
    select id::text, last_used_at as at, 'live' as what, address as label, null::bigint as amount_cents, user_agent, null::text as page_id
    from sessions where user_id = ${user} and expires_at > ${now} limit ${MOST}`,

  devices: (sql, user) => sql`
    select id::text, last_used_at as at, case when trusted_at is null then 'known' else 'trusted' end as what, '' as label,
      null::bigint as amount_cents, user_agent, null::text as page_id
    from devices where user_id = ${user} limit ${MOST}`,

  audit: (sql, user) => sql`
    select e.id::text, e.at, e.action as what, coalesce(u.username, '') as label, null::bigint as amount_cents,
      null::text as user_agent, case when u.id <> ${user} then u.id::text end as page_id
    from (
      (select id, at, action, actor_id from audit_entries where subject = ${user} order by id desc limit ${MOST})
      union
      (select id, at, action, actor_id from audit_entries where actor_id = ${user} order by id desc limit ${MOST})
      order by id desc limit ${MOST}) e
    left join users u on u.id = e.actor_id`,
};
