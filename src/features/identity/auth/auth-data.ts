import type { AccountData } from '../../feature.ts';

export const authData: AccountData = {
  sections: [
    {
      name: 'mailed_links',
      read: (sql, { user_id, after, limit }) => sql`
        select id, purpose, email, old_email, created_at, expires_at, used_at, stopped_at from email_tokens
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
