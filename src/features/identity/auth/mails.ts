import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, type Recipient } from '../../messages/mail/account-mail.ts';
import { emailCode } from './email-tokens/email-code.ts';
import { isOwnToken, type TokenSeal, tokenSeal, writeEmailToken } from './email-tokens/email-token.ts';

export const authMails: Record<string, MailTemplate> = {
  async verify_email(ctx, { token_id }) {
    const [token] = await ctx.sql<(Recipient & TokenSeal & { user_id: string; owner: string | null })[]>`
      select t.email as to, t.user_id, u.username, coalesce(o.locale, u.locale) as locale,
        o.username as owner, ${tokenSeal(ctx.sql)}
      from email_tokens t join users u on u.id = t.user_id
      left join users o on o.email = t.email and o.email_verified_at is not null
      where t.id = ${token_id!} and t.used_at is null`;
    if (!token || !isOwnToken(ctx, token)) return undefined;
    const { to, locale, username, user_id, owner } = token;
    if (owner !== null) {
      return {
        to,
        locale,
        subject: message('mail.known.subject'),
        paragraphs: [message('mail.known.text', { name: owner }), message('mail.known.nothing_to_do')],
        button: { label: message('login.title'), path: pagePath('/login') },
      };
    }
    // The page behind the link leads on to the login page, which then knows the name.
    const query = `token=${writeEmailToken(ctx, token_id!, 'verify_email')}&name=${encodeURIComponent(username)}`;
    const path = `${pagePath('/verify-email')}?${query}`;
    return {
      to,
      locale,
      subject: message('mail.verify_email.subject'),
      paragraphs: [
        message('mail.hello', { name: username }),
        message('mail.verify_email.text'),
        message('mail.verify_email.expires'),
        message('mail.verify_email.code'),
      ],
      code: emailCode(ctx, { token_id: token_id!, user_id }),
      button: { label: message('mail.verify_email.button'), path },
    };
  },
  async reset_password(ctx, { token_id }) {
    const [token] = await ctx.sql<(Recipient & TokenSeal)[]>`
      select t.email as to, u.username, u.locale, u.time_zone, ${tokenSeal(ctx.sql)} from email_tokens t
      join users u on u.id = t.user_id
      where t.id = ${token_id!} and t.purpose = 'reset_password' and t.used_at is null
        and t.expires_at > ${ctx.clock.now()}`;
    if (!token || !isOwnToken(ctx, token)) return undefined;
    const path = `${pagePath('/reset')}?token=${writeEmailToken(ctx, token_id!, 'reset_password')}`;
    return accountMail(token, 'mail.reset.subject', [message('mail.reset.text'), message('mail.reset.expires')], {
      button: { label: message('mail.reset.button'), path },
    });
  },
  async activated(ctx, { user_id }) {
    const [user] = await ctx.sql<{ email: string; username: string; locale: string | null }[]>`
      select email, username, locale from users where id = ${user_id!}`;
    if (!user) return undefined;
    return {
      to: user.email,
      locale: user.locale,
      subject: message('mail.activated.subject'),
      paragraphs: [message('mail.hello', { name: user.username }), message('mail.activated.text')],
      button: { label: message('mail.activated.button'), path: pagePath('/cards') },
    };
  },
};
