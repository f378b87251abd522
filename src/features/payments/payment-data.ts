import type { AccountData } from '../ctx.ts';

export const paymentData: AccountData = {
  sections: [
    {
      name: 'addresses',
      read: (sql, { user_id, after, limit }) => sql`
        select id, coin, address, created_at, paid_at from deposit_addresses
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
    {
      name: 'payments',
      read: (sql, { user_id, after, limit }) => sql`
        select p.id, p.coin, a.address, p.amount_cents, p.amount_units::text, p.created_at, p.expires_at,
          coalesce((select jsonb_agg(jsonb_build_object('txid', d.txid, 'amount_units', d.amount_units::text, 'state', d.state,
            'first_seen_at', d.first_seen_at, 'credited_cents', d.credited_cents, 'credited_at', d.credited_at) order by d.id)
            from deposits d where d.payment_id = p.id), '[]') as deposits
        from payments p join deposit_addresses a on a.id = p.address_id
        where p.user_id = ${user_id} and p.id > ${after} order by p.id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id, now }) => {
    const [loss] = await sql<[{ open_payments: number }]>`
      select count(*)::int as open_payments from payments p where p.user_id = ${user_id} and (
        exists (select from deposits d where d.payment_id = p.id and d.state <> 'credited')
        or p.expires_at > ${now} and not exists (select from deposits d where d.payment_id = p.id))`;
    return loss;
  },
};
