import type { AccountData } from '../../feature.ts';
import { forgetMails } from '../../messages/mail/forget-mails.ts';

export const authData: AccountData = {
  /** Mails went to the addresses of before, too. */
  end: async (sql, { user_id }) => {
    const known = await sql<{ address: string }[]>`
      select email as address from email_tokens where user_id = ${user_id}
      union select old_email from email_tokens where user_id = ${user_id} and old_email is not null`;
    await forgetMails(
      sql,
      known.map(({ address }) => address),
    );
  },
  sections: [
    {
      name: 'mailed_links',
      read: (sql, { user_id, after, limit }) => sql`
        select id, purpose, email, old_email, created_at, expires_at, used_at, stopped_at from email_tokens
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
