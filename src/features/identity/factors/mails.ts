import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient, type Recipient, securityMail } from '../../messages/mail/account-mail.ts';
import { deviceText } from '../sessions/devices/describe-device.ts';
import { checkSeals, type Seal } from '../sessions/seals/check-seals.ts';
import type { FactorChange } from './change/notify-factor-change.ts';
import { deviceCode } from './device-codes/device-code.ts';

/** None of these mails contains a secret, except for the code that confirms a device. */
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

  async device_code(ctx, { code_id }) {
    const [sent] = await ctx.sql<
      (Recipient & { user_agent: string; address: string | null; device_id: string; id: string } & Omit<
          Seal,
          'table'
        >)[]
    >`
      select u.email as to, u.username, u.locale, u.time_zone, d.user_agent, d.id as device_id,
        u.id, sealed_facts(u) as facts, u.mac,
        (select s.address from sessions s where s.device_id = d.id order by s.last_used_at desc limit 1) as address
      from device_codes c join devices d on d.id = c.device_id join users u on u.id = d.user_id
      where c.id = ${code_id!} and c.expires_at > ${ctx.clock.now()} and u.email_verified_at is not null`;
    // An address that was written past the shop gets no code.
    if (!sent || !checkSeals(ctx, { ...sent, table: 'users' })) return undefined;
    const values = { device: deviceText(sent.user_agent), address: sent.address || '-' };
    const paragraphs = [message('mail.device_code.text', values), message('mail.device_code.not_you')];
    return accountMail(sent, 'mail.device_code.subject', paragraphs, {
      code: deviceCode(ctx, { id: code_id!, device_id: sent.device_id }),
      button: { label: message('mail.not_you.button'), path: pagePath('/forgot') },
    });
  },

  async recovery_code_used(ctx, { user_id }) {
    const recipient = await findRecipient(ctx, user_id!);
    return recipient && securityMail(recipient, 'mail.recovery.subject', message('mail.recovery.text'));
  },
};
