import { randomBytes } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { hashPassword } from '../../identity/factors/passwords/password.ts';
import { commandLine } from '../../identity/sessions/command-line.ts';
import { removeFactors } from './factor-reset/remove-factors.ts';

/** Removes every second factor of an account whose owner lost them all, for the operator. */
export async function resetFactors(ctx: Ctx, username: string): Promise<void> {
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  await transaction(ctx.sql, async (sql) => {
    const [user] = await sql<{ id: string; confirmed: boolean }[]>`
      select id, email_verified_at is not null as confirmed from users
      where username = ${username} and disabled_at is null for no key update`;
    if (!user) throw new AppError('not_found', message('auth.no_user', { username }));
    const { id, confirmed } = user;
    if (!confirmed) throw new AppError('conflict', message('auth.no_way_back', { username }));
    await removeFactors(ctx, sql, id, password_hash);
    await appendAudit(sql, {
      actor_id: null,
      address: commandLine().address,
      action: 'auth.factors_reset',
      subject: id,
    });
  });
}
