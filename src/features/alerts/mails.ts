import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../mail/mail-template.ts';

export const alertMails: Record<string, MailTemplate> = {
  async audit_anchor({ config }, { line }) {
    if (!config.operator_email) return undefined;
    return {
      to: config.operator_email,
      locale: null,
      subject: message('mail.audit_anchor.subject'),
      paragraphs: [message('mail.audit_anchor.text'), line!],
    };
  },
};
