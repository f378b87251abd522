import type { LetterWriter } from '../mail/letter.ts';
import { writeEmailToken } from './email-token.ts';

/** The mails of an account, by the name they are queued under. */
export const authLetters: Record<string, LetterWriter> = {
  async verify_email(ctx, { token_id }) {
    const [token] = await ctx.sql<{ email: string; username: string; owner: string | null }[]>`
      select t.email, u.username, o.username as owner from email_tokens t join users u on u.id = t.user_id
      left join users o on o.email = t.email and o.email_verified_at is not null
      where t.id = ${token_id!} and t.used_at is null`;
    if (!token) return undefined;
    if (token.owner !== null) {
      return {
        to: token.email,
        subject: 'You already have an account',
        paragraphs: [
          `Somebody, perhaps you, registered with this e-mail address. You already have an account: your username is ${token.owner}.`,
          'If it was not you, there is nothing to do.',
        ],
        button: { label: 'Sign in', path: '/login' },
      };
    }
    return {
      to: token.email,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        `Hello ${token.username},`,
        'please confirm your e-mail address by opening this page and pressing its button.',
        'The link is good for three days. If you did not register, there is nothing to do.',
      ],
      button: {
        label: 'Confirm e-mail address',
        path: `/verify-email?token=${writeEmailToken(ctx, token_id!, 'verify_email')}`,
      },
    };
  },
  async activated(ctx, { user_id }) {
    const [user] = await ctx.sql<
      { email: string; username: string }[]
    >`select email, username from users where id = ${user_id!}`;
    if (!user) return undefined;
    return {
      to: user.email,
      subject: 'Your account is active',
      paragraphs: [
        `Hello ${user.username},`,
        'your account is active: the whole shop is open to you, and what you paid in is your balance.',
      ],
      button: { label: 'See the cards', path: '/cards' },
    };
  },
};
