import type { AccountData } from '../../feature.ts';

/**
 * Signs go 30 days after their account was erased (sweep-links.ts): as long as its top-ups would have counted, so that
 * erasing an account renews no limits. Whom they point to isn't theirs to read.
 */
export const linkData: AccountData = {
  sections: [
    {
      name: 'account_links',
      read: (sql, { user_id, after, limit }) => sql`
        select id, kind, first_at, last_at, cut_at from account_links
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
    {
      name: 'account_waits',
      read: (sql, { user_id, limit }) => sql`
        select since, released_at from account_waits where user_id = ${user_id} limit ${limit}`,
    },
  ],
};
