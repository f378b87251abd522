import type { Db } from '#platform/db/client.ts';
import type { Mailer } from './mailer.ts';

/** Stores mails in the database, for demo mode's mailbox page. */
export function createMailbox(sql: Db): Mailer {
  return {
    async send({ to, subject, text, html, message_id }) {
      await sql`
        insert into mailbox (recipient, subject, text_body, html_body, message_id)
        values (${to}, ${subject}, ${text}, ${html}, ${message_id}) on conflict (message_id) do nothing`;
    },
  };
}
