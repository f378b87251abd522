import { message } from '#i18n/message.ts';
import { findRecipient, securityMail } from '../mail/account-mail.ts';
import type { MailTemplate } from '../mail/mail-template.ts';
import type { FactorChange } from './change/notify-factor-change.ts';

/** None of these mails contains a secret. */
export const factorMails: Record<string, MailTemplate> = {
  async password_changed(ctx, { user_id }) {
    const recipient = await findRecipient(ctx, user_id!);
    return recipient && securityMail(recipient, 'mail.password_changed.subject', message('mail.password_changed.text'));
  },

  async factor_changed(ctx, { user_id, change }) {
    const recipient = await findRecipient(ctx, user_id!);
    const text = message(`factor.${change as FactorChange}`);
    return recipient && securityMail(recipient, 'mail.factor.subject', text);
  },

  async recovery_code_used(ctx, { user_id }) {
    const recipient = await findRecipient(ctx, user_id!);
    return recipient && securityMail(recipient, 'mail.recovery.subject', message('mail.recovery.text'));
  },
};
