import type { UserFinder, UserRecords } from '../../feature.ts';

export const paymentRecords: UserRecords = {
  kind: 'payments',
  select: (sql, { user_id, now, limit }) => sql`
    select p.id::text, p.created_at as at, '#' || p.number || ' ' || p.coin as label, null::text as user_agent,
      case when d.states && '{held}' then 'held' when d.states && '{pending}' then 'pending'
        when d.states && '{credited}' then 'credited'
        when p.expires_at > ${now} then 'open' else 'expired' end as what,
      coalesce(d.credited, p.amount_cents)::bigint as amount_cents, d.newest::text as page_id
    from (select * from payments where user_id = ${user_id} order by id desc limit ${limit}) p
    left join lateral (
      select array_agg(state) as states, sum(credited_cents) as credited, (array_agg(id order by id desc))[1] as newest
      from deposits where payment_id = p.id) d on true`,
};

const byPayment: UserFinder = {
  by: 'payment',
  find(sql, named) {
    if ('id' in named)
      return sql`
        select user_id from payments where id = ${named.id} union all select user_id from deposits
        where id = ${named.id}`;
    if ('number' in named) return sql`select user_id from payments where number = ${named.number}::bigint`;
    return null;
  },
};

const byTransaction: UserFinder = {
  by: 'transaction',
  find(sql, named) {
    if (!('txid' in named)) return null;
    const spellings = [named.txid, `0x${named.txid}`];
    return sql`
      select user_id from deposits where coin in ('BTC', 'ETH', 'LTC') and txid = any(${spellings})
      union all select p.user_id from seen_hints s join payments p on p.id = s.payment_id
        where s.coin in ('BTC', 'ETH', 'LTC') and s.txid = any(${spellings})`;
  },
};

const byAddress: UserFinder = {
  by: 'address',
  find: (sql, named) =>
    'address' in named ? sql`select user_id from deposit_addresses where lower(address) = ${named.address}` : null,
};

export const paymentFinders = [byPayment, byTransaction, byAddress];
