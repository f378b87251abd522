import type { AccountData } from '../../feature.ts';

export const factorData: AccountData = {
  sections: [
    {
      name: 'second_factors',
      read: (sql, { user_id, limit }) => sql`
        select 'authenticator app' as kind, null as name, created_at, null as last_used_at from totp_secrets
        where user_id = ${user_id}
        union all select 'passkey', name, created_at, last_used_at from passkeys
        where user_id = ${user_id} limit ${limit}`,
    },
    {
      name: 'recovery_codes',
      read: (sql, { user_id, limit }) =>
        sql`select used_at from recovery_codes where user_id = ${user_id} order by used_at nulls last limit ${limit}`,
    },
  ],
};
