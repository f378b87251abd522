import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import { MailError } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import type { Finding } from '../findings/finding.ts';

/** Signs in to the mail server as each mail does, without sending one. */
export async function checkMail({ smtp_url, mail_from }: Config): Promise<Finding[]> {
  if (smtp_url === null) return [{ name: 'mail', state: 'off', found: message('doctor.mail.off') }];
  const host = new URL(smtp_url).host;
  try {
    await createSmtpMailer(smtp_url, mail_from).check();
    return [{ name: 'mail', state: 'well', found: message('doctor.mail.well', { host }) }];
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const found = message('doctor.mail.failed', { host, reason: error.message });
    return [{ name: 'mail', state: 'failed', found, advice: message('doctor.mail.do') }];
  }
}
