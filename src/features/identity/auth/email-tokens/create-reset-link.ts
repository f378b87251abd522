import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { commandLine } from '../../sessions/command-line.ts';
import { createEmailToken, writeEmailToken } from './email-token.ts';

/** A link with which an account with a confirmed address sets its password, once and within an hour: for the operator to hand over. */
export async function createResetLink(ctx: Ctx, username: string): Promise<string> {
  const id = await transaction(ctx.sql, async (sql) => {
    const [user] = await sql<{ id: string; email: string }[]>`
      select id, email from users
      where username = ${username} and email_verified_at is not null and disabled_at is null`;
    if (!user) throw new AppError('not_found', message('auth.user_invalid'));
    const { address } = commandLine();
    await appendAudit(sql, { actor_id: null, address, action: 'auth.password_forgotten', subject: user.id });
    return createEmailToken(ctx, sql, { user_id: user.id, purpose: 'reset_password', email: user.email });
  });
  return `${ctx.config.public_url}${pagePath('/reset')}?token=${writeEmailToken(ctx, id, 'reset_password')}`;
}
