import type { AccountData } from '../../feature.ts';

export const mailData: AccountData = {
  end: async (sql, { user_id, email }) => {
    await sql`
      delete from mailbox where recipient = ${email}
        or recipient in (select unnest(array[email, old_email]) from email_tokens where user_id = ${user_id})`;
  },
};
