import type { AccountData } from '../../../feature.ts';

export const orderData: AccountData = {
  sections: [
    {
      name: 'orders',
      read: (sql, { user_id, after, limit }) => sql`
        select o.id, o.number, o.status, o.total_cents, o.refunded_cents, o.created_at,
          (select jsonb_agg(jsonb_build_object('card_id', l.card_id, 'programme', g.name, 'face_cents', l.face_cents,
            'currency', g.currency, 'price_cents', l.price_cents, 'state', l.state, 'consent_at', l.consent_at,
            'consent_version', l.consent_version, 'revealed_at', l.revealed_at, 'returned_at',
            l.returned_at, 'used_at', l.used_at,
            'note', l.note, 'guarantee_ends_at', l.guarantee_ends_at) order by l.id)
            from order_lines l join cards c on c.id = l.card_id join programmes g on g.id = c.programme_id
            where l.order_id = o.id) as cards
        from orders o where o.user_id = ${user_id} and o.id > ${after} order by o.id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id }) => {
    const [loss] = await sql<[{ unrevealed_cards: number }]>`
      select count(*)::int as unrevealed_cards from orders o join order_lines l on l.order_id = o.id
      where o.user_id = ${user_id} and l.state = 'delivered'`;
    return loss;
  },
  end: async (sql, { user_id }) => {
    await sql`
      update order_lines l set note = '' from orders o
      where o.id = l.order_id and o.user_id = ${user_id} and l.note <> ''`;
  },
};
