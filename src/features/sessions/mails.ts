import { message } from '#i18n/message.ts';
import { findRecipient, securityMail } from '../mail/account-mail.ts';
import type { MailTemplate } from '../mail/mail-template.ts';
import { deviceText } from './devices/describe-device.ts';

export const sessionMails: Record<string, MailTemplate> = {
  async new_device(ctx, { user_id, device_id }) {
    const recipient = await findRecipient(ctx, user_id!);
    const [device] = await ctx.sql<{ user_agent: string; created_at: string; address: string | null }[]>`
      select d.user_agent, d.created_at, s.address from devices d left join sessions s on s.device_id = d.id
      where d.id = ${device_id!} and d.user_id = ${user_id!} order by s.id limit 1`;
    if (!recipient || !device) return undefined;
    const values = {
      device: deviceText(device.user_agent),
      address: device.address ?? '-',
      at: { at: device.created_at },
    };
    return securityMail(recipient, 'mail.new_device.subject', message('mail.new_device.text', values));
  },
};
