import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { findRecipient, securityMail } from '../../messages/mail/account-mail.ts';
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

  async new_devices(ctx, { user_id, since }) {
    const recipient = await findRecipient(ctx, user_id!);
    const devices = await ctx.sql<{ user_agent: string; created_at: string; address: string | null; count: number }[]>`
      select d.user_agent, d.created_at, count(*) over () as count,
        (select s.address from sessions s where s.device_id = d.id order by s.id limit 1) as address
      from devices d where d.user_id = ${user_id!} and d.created_at >= ${since!} order by d.id limit 20`;
    if (!recipient || !devices[0]) return undefined;
    const lines = devices.map(({ user_agent, created_at, address }) =>
      message('mail.new_devices.one', {
        device: deviceText(user_agent),
        address: address || '-',
        at: { at: created_at },
      }),
    );
    const text = message('mail.new_devices.text', { count: devices[0].count });
    return securityMail(recipient, 'mail.new_devices.subject', text, lines);
  },
};
