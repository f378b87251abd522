import type { Db } from '#platform/db/client.ts';
import type { Mailer } from './mailer.ts';

/** Stores mails in the database, for demo mode's mailbox page; the logo goes into the HTML. */
export function createMailbox(sql: Db): Mailer {
  return {
    async send({ to, subject, text, html, logo, message_id }) {
      const shown = logo ? html.replace('cid:logo', `data:image/png;base64,${logo.toString('base64')}`) : html;
      await sql`
        insert into mailbox (recipient, subject, text_body, html_body, message_id)
        values (${to}, ${subject}, ${text}, ${shown}, ${message_id}) on conflict (message_id) do nothing`;
    },
    async check() {
      await sql`select`;
    },
  };
}
