import nodemailer from 'nodemailer';
import { type Mail, MailError, type Mailer } from './mailer.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
// Only these SMTP steps judge the mail itself. A refusal elsewhere concerns our settings, which can be fixed.
const stepsOfTheMail = ['RCPT TO', 'DATA'];

/** Sends by SMTP, with a new connection for each mail. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport({
    ...timeouts,
    url: withTls(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, logo, message_id, reply_to, unsubscribe_url }: Mail) {
      refuseControlCharacters([to, subject, message_id]);
      try {
        // As an object, it is always a single address, whatever characters it contains.
        const message = {
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: message_id,
          ...(logo && {
            attachments: [{ cid: 'logo', filename: 'logo.png', content: logo, contentDisposition: 'inline' as const }],
          }),
          ...(reply_to && { replyTo: reply_to }),
        };
        await transport.sendMail({ ...message, ...(unsubscribe_url && { headers: oneClick(unsubscribe_url) }) });
      } catch (error) {
        throw mailErrorOf(error as SmtpFailure);
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw mailErrorOf(error as SmtpFailure);
      }
    },
  };
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Mails carry links that open an account: they go to other machines over TLS only, unless the URL sets `requireTLS=false`. */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const plain = url.protocol === 'smtp:' && !loopback.test(url.hostname);
  if (plain && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** A line break in a header's value would start another header. */
function refuseControlCharacters(values: string[]): void {
  if (values.some((value) => /\p{Cc}/u.test(value)))
    throw new MailError('The address or the subject holds a control character.', true);
}

interface SmtpFailure {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

function mailErrorOf({ code = 'unknown', responseCode, response = '', command = '' }: SmtpFailure): MailError {
  if (responseCode === undefined) return new MailError(`The mail could not be handed over (${code}).`, false);
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const permanent = responseCode >= 500 && stepsOfTheMail.includes(command);
  return new MailError(`The mail server answered ${command} with ${detail ?? responseCode}.`, permanent);
}
