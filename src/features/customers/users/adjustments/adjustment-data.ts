import type { AccountData } from '../../../feature.ts';

export const adjustmentData: AccountData = {
  sections: [
    {
      name: 'adjustments',
      read: (sql, { user_id, after, limit }) => sql`
        select id, cause, cents, order_id, booked_at from balance_adjustments
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
