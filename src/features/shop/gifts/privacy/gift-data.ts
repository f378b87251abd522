import { SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { AccountData } from '../../../feature.ts';

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
  // Whoever opened a gift can come back to its code until they have saved it; who gave it and what they wrote is forgotten.
  end: async (sql, { user_id, now }) => {
    const shown_since = new Date(now.getTime() - SHOWN_AGAIN_DAYS * DAY_MS);
    await sql`
      delete from gifts where user_id = ${user_id}
        and (opened_at is null or opened_at <= ${shown_since} or saved_at is not null)`;
    await sql`update gifts set giver = '', message = '' where user_id = ${user_id}`;
  },
};
