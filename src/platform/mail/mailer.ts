import nodemailer from 'nodemailer';
import type { Db } from '#platform/db/client.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Sends by SMTP. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport(smtpUrl);
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text });
    },
  };
}

/** Keeps mails in the database, where demo mode's mailbox page shows them. */
export function createMailbox(sql: Db): Mailer {
  return {
    async send({ to, subject, text }) {
      await sql`insert into mailbox (recipient, subject, text_body) values (${to}, ${subject}, ${text})`;
    },
  };
}
