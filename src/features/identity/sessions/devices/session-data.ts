import type { AccountData } from '../../../feature.ts';

export const sessionData: AccountData = {
  sections: [
    {
      name: 'sessions',
      read: (sql, { user_id, limit }) => sql`
        select user_agent, address, created_at, last_used_at, expires_at from sessions where user_id = ${user_id}
        order by id limit ${limit}`,
    },
    {
      name: 'devices',
      read: (sql, { user_id, limit }) => sql`
        select user_agent, created_at, last_used_at, trusted_at from devices where user_id = ${user_id}
        order by id limit ${limit}`,
    },
  ],
};
