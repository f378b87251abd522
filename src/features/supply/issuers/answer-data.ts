import type { AccountData } from '../../feature.ts';

export const answerData: AccountData = {
  sections: [
    {
      name: 'issuer_answers',
      read: (sql, { user_id, after, limit }) => sql`
        select a.id, l.card_id, a.cause, a.asked_at, a.failure, a.status, a.balance_cents, a.redeemed_at
        from orders o join order_lines l on l.order_id = o.id join issuer_answers a on a.line_id = l.id
        where o.user_id = ${user_id} and a.id > ${after} order by a.id limit ${limit}`,
    },
  ],
};
