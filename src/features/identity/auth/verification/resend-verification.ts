import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { throttle } from '../../sessions/throttle/throttle.ts';
import { createEmailToken } from '../email-tokens/email-token.ts';
import { mailLimit } from '../email-tokens/mail-limit.ts';

export async function resendVerification(ctx: Ctx, actor: Actor): Promise<undefined> {
  const [user] = await ctx.sql<{ email: string; verified: boolean }[]>`
    select email, email_verified_at is not null as verified from users where id = ${actor.user.id}`;
  if (!user || user.verified) throw new AppError('conflict', message('auth.confirmed_already'));
  await throttle(ctx, [mailLimit(ctx, user.email)], 'email');
  await transaction(ctx.sql, async (sql) => {
    const token_id = await createEmailToken(ctx, sql, {
      user_id: actor.user.id,
      purpose: 'verify_email',
      email: user.email,
    });
    await queueMail(sql, 'verify_email', { token_id });
  });
}
