import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { contactOf } from './seller/contact-of.ts';

export const sellerMails: Record<string, MailTemplate> = {
  /** To the contact from before the change. */
  async seller_contact({ sql }, { contact_id = '' }) {
    const [change] = await sql<{ seller_id: string; email: string; set_at: string; in_force_from: string }[]>`
      select seller_id, email, set_at, in_force_from from seller_contacts where id = ${contact_id}`;
    if (!change) return undefined;
    const { seller_id, email, set_at, in_force_from } = change;
    const [{ to }] = await sql<[{ to: string }]>`
      select ${contactOf(sql, { at: set_at, except: contact_id })} as to from sellers s where s.id = ${seller_id}`;
    return {
      to,
      locale: null,
      subject: message('mail.seller_contact.subject'),
      paragraphs: [
        message('mail.seller_contact.text', { email, at: { at: set_at }, from: { at: in_force_from } }),
        message('mail.seller_destination.not_you'),
      ],
    };
  },
};
