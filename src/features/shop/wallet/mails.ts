import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient } from '../../messages/mail/account-mail.ts';

export const walletMails: Record<string, MailTemplate> = {
  async cards_expiring(ctx, { user_id, notified_at }) {
    const recipient = await findRecipient(ctx, user_id!);
    const cards = await ctx.sql<{ name: string; face_cents: number; currency: string; expires_on: string }[]>`
      select p.name, l.face_cents, p.currency, c.expires_on
      from orders o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
        join programmes p on p.id = c.programme_id
      where o.user_id = ${user_id!} and l.expiry_notified_at = ${notified_at!} and l.used_at is null
      order by c.expires_on, l.id limit 20`;
    if (!recipient || cards.length === 0) return undefined;
    const lines = cards.map(({ name, face_cents, currency, expires_on }) =>
      message('mail.cards_expiring.one', {
        name,
        face: { cents: face_cents, currency },
        day: { at: expires_on, day: true },
      }),
    );
    const paragraphs = [message('mail.cards_expiring.text'), ...lines];
    return accountMail(recipient, 'mail.cards_expiring.subject', paragraphs, {
      about: { user_id: user_id!, kind: 'card_expiring' },
      button: { label: message('mail.cards_expiring.button'), path: pagePath('/orders/cards') },
    });
  },
};
