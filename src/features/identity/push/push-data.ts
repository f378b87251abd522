import type { AccountData } from '../../feature.ts';

/** Addresses and keys are secrets of the browser. Erasing an account ends its sessions, and those end the subscriptions. */
export const pushData: AccountData = {
  sections: [
    {
      name: 'push_subscriptions',
      read: (sql, { user_id, limit }) => sql`
        select topics, created_at, last_sent_at from push_subscriptions where user_id = ${user_id}
        order by id limit ${limit}`,
    },
  ],
};
