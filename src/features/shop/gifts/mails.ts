import { HOUR_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { giftPath } from './links/gift-token.ts';

export const giftMails: Record<string, MailTemplate> = {
  async gift(ctx, { gift_id }) {
    const [gift] = await ctx.sql<
      { email: string; giver: string; message: string; name: string; locale: string | null; held: boolean }[]
    >`
      select g.email, g.giver, g.message, p.name, u.locale, u.disabled_at is not null as held
      from gifts g join order_lines l on l.id = g.line_id join cards c on c.id = l.card_id
        join programmes p on p.id = c.programme_id join users u on u.id = g.user_id
      where g.id = ${gift_id!} and g.email is not null and g.opened_at is null and g.withdrawn_at is null
        and l.state = 'revealed' and g.expires_at > ${ctx.clock.now()}`;
    if (!gift) return undefined;
    // Its link opens nothing while the buyer's account is closed: the mail waits as long, or until the link ends.
    if (gift.held) {
      const run_at = new Date(ctx.clock.now().getTime() + HOUR_MS);
      await queueMail(ctx.sql, 'gift', { gift_id: gift_id! }, { key: `gift:${gift_id}`, run_at });
      return undefined;
    }
    return {
      to: gift.email,
      locale: gift.locale,
      subject: gift.giver ? message('mail.gift.subject_from', { giver: gift.giver }) : message('mail.gift.subject'),
      paragraphs: [
        gift.giver
          ? message('mail.gift.text_from', { giver: gift.giver, name: gift.name })
          : message('mail.gift.text', { name: gift.name }),
        ...(gift.message ? [gift.message] : []),
        message('mail.gift.once'),
      ],
      button: { label: message('mail.gift.button'), path: giftPath(ctx, gift_id!) },
      settled: async () => {
        await ctx.sql`update gifts set email = null where id = ${gift_id!}`;
      },
    };
  },
};
