import { randomInt, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Finding } from '#features/office/checks/findings/finding.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Config } from '#platform/config.ts';
import { MailError } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { openPrompt } from '../arguments/open-prompt.ts';

const CODES = 1_000_000;

/** Sends a mail with a code and asks for it: only then has a mail of this shop arrived somewhere. */
export async function sendTestMail(
  { smtp_url, mail_from }: Config,
  to: string,
  input: Readable = process.stdin,
): Promise<Finding> {
  if (smtp_url === null) return { name: 'mail', state: 'off', found: message('doctor.mail.off') };
  const host = new URL(smtp_url).host;
  const code = String(randomInt(CODES)).padStart(6, '0');
  const text = translate('en', message('doctor.mail.code', { code }));
  const [, domain = 'localhost'] = /@([\w.-]+)/.exec(mail_from) ?? [];
  try {
    await createSmtpMailer(smtp_url, mail_from).send({
      to,
      subject: translate('en', message('doctor.mail.subject')),
      text: `${text}\n`,
      html: `<p>${text}</p>`,
      message_id: `<${randomUUID()}@${domain}>`,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const found = message('doctor.mail.failed', { host, reason: error.message });
    return { name: 'mail', state: 'failed', found, advice: message('doctor.mail.do') };
  }
  const prompt = openPrompt(input);
  const typed = await prompt.secret(`Code from the mail to ${to} (empty if none arrives): `).catch(() => '');
  prompt.close();
  if (typed.trim() === code) return { name: 'mail', state: 'well', found: message('doctor.mail.received', { host }) };
  const found = message('doctor.mail.not_received', { host });
  return { name: 'mail', state: 'failed', found, advice: message('doctor.mail.not_received.do') };
}
