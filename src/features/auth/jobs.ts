import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Ctx } from '../ctx.ts';
import { writeEmailToken } from './email-token.ts';

/** The mails of an account. A job carries ids; what the mail says is read when it is written. */
export function authJobs(ctx: Ctx, mailer: Mailer): Record<string, Task> {
  const { public_url } = ctx.config;
  return {
    async mail_verify_email({ token_id }) {
      const [token] = await ctx.sql<{ email: string; username: string; owner: string | null }[]>`
        select t.email, u.username, o.username as owner from email_tokens t join users u on u.id = t.user_id
        left join users o on o.email = t.email and o.email_verified_at is not null
        where t.id = ${token_id!} and t.used_at is null`;
      if (!token) return;
      if (token.owner !== null) {
        await mailer.send({
          to: token.email,
          subject: 'You already have an account',
          text: `Somebody, perhaps you, registered with this e-mail address. You already have an account: your username is ${token.owner}.\n\nSign in at ${public_url}/login\n\nIf it was not you, there is nothing to do.`,
        });
        return;
      }
      const link = `${public_url}/verify-email?token=${writeEmailToken(ctx, token_id!, 'verify_email')}`;
      await mailer.send({
        to: token.email,
        subject: 'Confirm your e-mail address',
        text: `Hello ${token.username},\n\nplease confirm your e-mail address by opening this page and pressing its button:\n\n${link}\n\nThe link is good for three days. If you did not register, there is nothing to do.`,
      });
    },
    async mail_activated({ user_id }) {
      const [user] = await ctx.sql<
        { email: string; username: string }[]
      >`select email, username from users where id = ${user_id!}`;
      if (!user) return;
      await mailer.send({
        to: user.email,
        subject: 'Your account is active',
        text: `Hello ${user.username},\n\nyour account is active: the whole shop is open to you, and what you paid in is your balance.\n\n${public_url}/cards`,
      });
    },
  };
}
