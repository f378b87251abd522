import { randomBytes } from 'node:crypto';
import type { Duty } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isCheckViolation, isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { hashPassword } from '../../identity/factors/passwords/password.ts';
import { commandLine } from '../../identity/sessions/command-line.ts';
import { createUser } from '../../identity/sessions/seals/create-user.ts';
import { checkDuties } from './duties/check-duties.ts';

export interface NewUser {
  username: string;
  email: string;
  role: 'buyer' | 'admin';
  duties: Duty[];
}

/**
 * Adds an active user on a connection of the tables' owner, since no other role may give a role without a decision. The
 * operator's word confirms the address. Returns the generated password, which is stored only as a hash.
 */
export async function addUser(ctx: Ctx, { username, email, role, duties }: NewUser): Promise<string> {
  checkDuties(duties);
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  const now = ctx.clock.now();
  try {
    await transaction(ctx.sql, async (sql) => {
      const id = await createUser(ctx, sql, {
        username,
        email: email.toLowerCase(),
        password_hash,
        role,
        duties,
        email_verified_at: now,
        terms_accepted_at: now,
        activated_at: now,
      });
      const { address } = commandLine();
      await appendAudit(sql, {
        actor_id: null,
        address,
        action: 'user.added',
        subject: id,
        details: { role, duties },
      });
    });
    return password;
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', message('auth.taken'));
    if (isCheckViolation(error)) throw new AppError('invalid', message('auth.user_invalid'));
    throw error;
  }
}
