import type { AccountData } from '../../feature.ts';

export const answerData: AccountData = {
  sections: [
    {
      name: 'issuer_answers',
      read: (sql, { user_id, after, limit }) => sql`
        select a.id, l.card_id, a.cause, a.asked_at, a.failure, a.status, a.balance_cents, a.redeemed_at
        from sold_cards l join issuer_answers a on a.line_id = l.line_id
        where l.user_id = ${user_id} and a.id > ${after} order by a.id limit ${limit}`,
    },
  ],
};
