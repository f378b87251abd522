import type { AccountData } from '../../feature.ts';

export const claimData: AccountData = {
  sections: [
    {
      name: 'claims',
      read: (sql, { user_id, after, limit }) => sql`
        select m.id, m.number, l.card_id, m.reason, m.note, m.state, m.made_at, m.decided_at, m.refund_cents
        from orders o join order_lines l on l.order_id = o.id join claims m on m.line_id = l.id
        where o.user_id = ${user_id} and m.id > ${after} order by m.id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id }) => {
    const [loss] = await sql<[{ open_claims: number }]>`
      select count(*)::int as open_claims from orders o join order_lines l on l.order_id = o.id
      join claims m on m.line_id = l.id where o.user_id = ${user_id} and m.state in ('waiting', 'open')`;
    return loss;
  },
  // They stay as proof of what was refunded, without what their buyer wrote; nobody is left to refund the open ones to.
  end: async (sql, { user_id, now }) => {
    await sql`
      update claims m set note = '', state = case when m.decided_at is null then 'dropped' else m.state end,
        decided_at = coalesce(m.decided_at, ${now})
      from order_lines l join orders o on o.id = l.order_id where l.id = m.line_id and o.user_id = ${user_id}`;
  },
};
