import type { AccountData } from '../../feature.ts';

export const tierData: AccountData = {
  sections: [
    {
      name: 'tier_requests',
      read: (sql, { user_id, after, limit }) => sql`
        select id, tier, state, reason, created_at, decided_at from tier_requests
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
    {
      name: 'tier_checks',
      read: (sql, { user_id, after, limit }) => sql`
        select id, tier, evidence, checked_on, created_at, granted_at from tier_checks
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
