import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { contactOf } from '../sellers/seller/contact-of.ts';

export const payoutMails: Record<string, MailTemplate> = {
  async seller_destination({ sql, clock }, { destination_id = '' }) {
    const [row] = await sql<{ to: string; kind: string; hint: string; set_at: string; in_force_from: string }[]>`
      select ${contactOf(sql, { at: clock.now() })} as to, d.kind, d.hint, d.set_at, d.in_force_from
      from seller_destinations d join sellers s on s.id = d.seller_id where d.id = ${destination_id}`;
    if (!row) return undefined;
    const { to, kind, hint, set_at, in_force_from } = row;
    return {
      to,
      locale: null,
      subject: message('mail.seller_destination.subject'),
      paragraphs: [
        message('mail.seller_destination.text', { kind, hint, at: { at: set_at }, from: { at: in_force_from } }),
        message('mail.seller_destination.not_you'),
      ],
    };
  },
};
