import type { AccountData } from '../../feature.ts';

export const spendingData: AccountData = {
  sections: [
    {
      name: 'spending_blocks',
      read: (sql, { user_id, after, limit }) => sql`
        select id, blocked_at, lifted_at from spending_blocks
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
    {
      name: 'debt_settlements',
      read: (sql, { user_id, after, limit }) => sql`
        select id, how, cents, booked_at from debt_settlements
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
