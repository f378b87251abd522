import { say } from '#words/say.ts';
import type { LetterWriter } from '../mail/letter.ts';
import { writeEmailToken } from './email-token.ts';

/** The mails of an account, by the name they are queued under. */
export const authLetters: Record<string, LetterWriter> = {
  async verify_email(ctx, { token_id }) {
    const [token] = await ctx.sql<{ email: string; username: string; locale: string | null; owner: string | null }[]>`
      select t.email, u.username, coalesce(o.locale, u.locale) as locale, o.username as owner
      from email_tokens t join users u on u.id = t.user_id
      left join users o on o.email = t.email and o.email_verified_at is not null
      where t.id = ${token_id!} and t.used_at is null`;
    if (!token) return undefined;
    const { email: to, locale, username, owner } = token;
    if (owner !== null) {
      return {
        to,
        locale,
        subject: say('mail.known.subject'),
        paragraphs: [say('mail.known.text', { name: owner }), say('mail.known.nothing_to_do')],
        button: { label: say('login.title'), path: '/login' },
      };
    }
    const path = `/verify-email?token=${writeEmailToken(ctx, token_id!, 'verify_email')}`;
    return {
      to,
      locale,
      subject: say('mail.verify_email.subject'),
      paragraphs: [
        say('mail.hello', { name: username }),
        say('mail.verify_email.text'),
        say('mail.verify_email.expires'),
      ],
      button: { label: say('mail.verify_email.button'), path },
    };
  },
  async activated(ctx, { user_id }) {
    const [user] = await ctx.sql<{ email: string; username: string; locale: string | null }[]>`
      select email, username, locale from users where id = ${user_id!}`;
    if (!user) return undefined;
    return {
      to: user.email,
      locale: user.locale,
      subject: say('mail.activated.subject'),
      paragraphs: [say('mail.hello', { name: user.username }), say('mail.activated.text')],
      button: { label: say('mail.activated.button'), path: '/cards' },
    };
  },
};
