import type { AccountData } from '../../feature.ts';

export const withdrawalData: AccountData = {
  sections: [
    {
      name: 'withdrawals',
      read: (sql, { user_id, after, limit }) => sql`
        select w.id, w.line_id, w.name, w.refund_cents, w.declared_at
        from withdrawals w join order_lines l on l.id = w.line_id join orders o on o.id = l.order_id
        where o.user_id = ${user_id} and w.id > ${after} order by w.id limit ${limit}`,
    },
  ],
  end: async (sql, { user_id }) => {
    await sql`
      update withdrawals w set name = '' from order_lines l join orders o on o.id = l.order_id
      where l.id = w.line_id and o.user_id = ${user_id}`;
  },
};
