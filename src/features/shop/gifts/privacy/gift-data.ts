import type { AccountData } from '../../../feature.ts';
import { forgetGifts } from './forget-gifts.ts';

export const giftData: AccountData = {
  sections: [
    {
      name: 'gifts',
      read: (sql, { user_id, after, limit }) => sql`
        select id, line_id, giver, message, design, mailed, email, created_at, send_at, expires_at, opened_at, saved_at,
          withdrawn_at from gifts
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id, now }) => {
    const [loss] = await sql<[{ open_gifts: number }]>`
      select count(*)::int as open_gifts from gifts g join order_lines l on l.id = g.line_id
      where g.user_id = ${user_id} and l.state = 'revealed' and g.opened_at is null and g.withdrawn_at is null
        and g.expires_at > ${now}`;
    return loss;
  },
  end: (sql, { user_id, now }) => forgetGifts(sql, sql`g.user_id = ${user_id}`, now),
};
