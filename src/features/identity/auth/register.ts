import type { Input } from '#contracts/call.ts';
import type { register as contract, User } from '#contracts/identity/auth.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { isPublic } from '#platform/http/outgoing/checked-lookup.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import type { AccountData } from '../../feature.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { hashPassword } from '../factors/passwords/password.ts';
import { passwordWeakness } from '../factors/passwords/password-weakness.ts';
import { linkAccount, linkKey } from '../linked-accounts/link-account.ts';
import { rememberLanguage } from '../sessions/profile/remember-language.ts';
import { createUser } from '../sessions/seals/create-user.ts';
import { takeAttempt, throttle } from '../sessions/throttle/throttle.ts';
import { wideNetworkOf } from '../sessions/throttle/wide-network.ts';
import { createEmailToken } from './email-tokens/email-token.ts';
import { mailLimit } from './email-tokens/mail-limit.ts';
import { getUser } from './get-current-user.ts';

/**
 * Creates an inactive buyer and mails the confirmation link. A taken username is refused; a taken email is not
 * revealed: the reply is the same, and the new account can never confirm that address.
 */
export const registerOf = (data: readonly AccountData[]) =>
  async function register(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<{ data: User }> {
    if (ctx.config.registration !== 'open') throw new AppError('forbidden', message('auth.registration_closed'));
    const weakness = await passwordWeakness(ctx, body.password, { ...body, display_name: '' });
    if (weakness) throw invalidField('password', weakness);
    await throttle(
      ctx,
      [
        {
          key: `register:${networkOf(caller.client.address)}`,
          hits: ctx.config.demo ? 10_000 : 30,
          window_seconds: HOUR_S,
        },
      ],
      'username',
    );
    const password_hash = await hashPassword(body.password);
    const mayMail = (await takeAttempt(ctx, mailLimit(ctx, body.email))) === 0;
    const now = ctx.clock.now();
    try {
      return await transaction(ctx.sql, async (sql) => {
        const { username, email } = body;
        const times = { terms_accepted_at: now, created_at: now };
        const id = await createUser(ctx, sql, { username, email, password_hash, ...times });
        await rememberLanguage(sql, caller, id);
        for (const { begin } of data) await begin?.(sql, { user_id: id, locale: caller.client.locale, now });
        await linkSignUp(ctx, sql, caller, id);
        const token_id = await createEmailToken(ctx, sql, { user_id: id, purpose: 'verify_email', email: body.email });
        if (mayMail) await queueMail(sql, 'verify_email', { token_id });
        await appendAudit(sql, { ...by(caller), actor_id: id, action: 'auth.registered', subject: id });
        return { data: await getUser(within(ctx, sql), id) };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'users_username_key'))
        throw invalidField('username', message('auth.username_taken'));
      throw error;
    }
  };

/** Sign-ups come in bursts where one person makes many accounts. An address of our own network is a proxy's, and nobody's. */
async function linkSignUp(ctx: Ctx, sql: Db, { client }: Visitor, user_id: string): Promise<void> {
  if (!isPublic(client.address)) return;
  const key = linkKey(ctx, 'sign_up', `${wideNetworkOf(client.address)} ${client.user_agent}`);
  await linkAccount(ctx, sql, { user_id, kind: 'sign_up', key });
}
