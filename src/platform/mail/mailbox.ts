import type { Db } from '#platform/db/client.ts';
import type { Mailer } from './mailer.ts';

/** Keeps mails in the database, where demo mode's mailbox page shows them. */
export function createMailbox(sql: Db): Mailer {
  return {
    async send({ to, subject, text, html, message_id }) {
      await sql`
        insert into mailbox (recipient, subject, text_body, html_body, message_id)
        values (${to}, ${subject}, ${text}, ${html}, ${message_id}) on conflict (message_id) do nothing`;
    },
  };
}
