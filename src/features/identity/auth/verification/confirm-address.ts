import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { AppError } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../../../ctx.ts';
import { trustSessionDevice } from '../../sessions/devices/trust-device.ts';
import { changeUser } from '../../sessions/seals/change-user.ts';
import { activateIfReady } from '../activation/activate-if-ready.ts';
import { isOwnToken, type TokenSeal, tokenSeal } from '../email-tokens/email-token.ts';

/**
 * Confirms the address that a token names, for who has its link or its code; a token that was used changes nothing. Throws the refusal
 * where the token is over, isn't the shop's, or names an address that its user no longer has or somebody else confirmed.
 */
export async function confirmAddress(ctx: Ctx, caller: Visitor, id: string, refusal: () => AppError): Promise<void> {
  const now = ctx.clock.now();
  try {
    await transaction(ctx.sql, async (sql) => {
      const [token] = await sql<({ user_id: string; used: boolean; verified: boolean } & TokenSeal)[]>`
        select t.user_id, t.used_at is not null as used, u.email_verified_at is not null as verified, ${tokenSeal(sql)}
        from email_tokens t join users u on u.id = t.user_id
        where t.id = ${id} and t.purpose = 'verify_email' and t.expires_at > ${now}
          and u.email = t.email for update of t`;
      if (!token || !isOwnToken(ctx, token)) throw refusal();
      if (token.used) return;
      await sql`update email_tokens set used_at = ${now} where id = ${id}`;
      if (!token.verified) await changeUser(ctx, sql, token.user_id, { email_verified_at: now });
      if (caller.user?.id === token.user_id) await trustSessionDevice(ctx, sql, caller.user.session_id);
      await appendAudit(sql, {
        ...by(caller),
        actor_id: token.user_id,
        action: 'auth.email_verified',
        subject: token.user_id,
      });
      await activateIfReady(ctx, sql, token.user_id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_confirmed_email')) throw refusal();
    throw error;
  }
}
