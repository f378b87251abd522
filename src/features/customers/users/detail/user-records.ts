import type { UserRecords } from '../../../feature.ts';

export const userRecords: readonly UserRecords[] = [
  {
    kind: 'movements',
    select: (sql, { user_id, limit }) => sql`
      with own as (select id from ledger_accounts where owner_id = ${user_id} and kind = 'available'),
      moved as (
        (select t.*, t.amount_cents as change from own join ledger_transfers t on t.credit_account_id = own.id
          order by t.id desc limit ${limit})
        union all
        (select t.*, -t.amount_cents from own join ledger_transfers t on t.debit_account_id = own.id
          order by t.id desc limit ${limit}))
      select m.id::text, m.created_at as at, m.kind as what, coalesce('#' || coalesce(o.number, d.number), '') as label,
        m.change::bigint as amount_cents, null::text as user_agent, d.id::text as page_id
      from (select * from moved order by id desc limit ${limit}) m
      left join numbered_deposits d on d.id = m.reference
      left join line_orders l on l.id = m.reference
      left join numbered_orders o on o.id = coalesce(l.order_id, m.reference)`,
  },
  {
    kind: 'sessions',
    select: (sql, { user_id, now, limit }) => sql`
      select id::text, last_used_at as at, 'live' as what, address as label, null::bigint as amount_cents,
        user_agent, null::text as page_id
      from sessions where user_id = ${user_id} and expires_at > ${now} limit ${limit}`,
  },
  {
    kind: 'devices',
    select: (sql, { user_id, limit }) => sql`
      select id::text, last_used_at as at,
        case when trusted_at is null then 'known' else 'trusted' end as what, '' as label,
        null::bigint as amount_cents, user_agent, null::text as page_id
      from devices where user_id = ${user_id} limit ${limit}`,
  },
  {
    kind: 'audit',
    select: (sql, { user_id, limit }) => sql`
      select e.id::text, e.at, e.action as what, coalesce(u.username, '') as label, null::bigint as amount_cents,
        null::text as user_agent, case when u.id <> ${user_id} then u.id::text end as page_id
      from (
        (select id, at, action, actor_id from audit_entries where subject = ${user_id} order by id desc limit ${limit})
        union
        (select id, at, action, actor_id from audit_entries where actor_id = ${user_id} order by id desc limit ${limit})
        order by id desc limit ${limit}) e
      left join users u on u.id = e.actor_id`,
  },
];
