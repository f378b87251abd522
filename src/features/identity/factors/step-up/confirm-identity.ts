import type { Input, Reply } from '#contracts/call.ts';
import type { confirmIdentity as contract, Factor } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { trustSessionDevice } from '../../sessions/devices/trust-device.ts';
import { checkSeals, type Seal } from '../../sessions/seals/check-seals.ts';
import { throttle } from '../../sessions/throttle/throttle.ts';
import { markConfirmed } from '../change/mark-confirmed.ts';
import { takeChallenge } from '../passkeys/challenge.ts';
import { verifyPasskey } from '../passkeys/verify-passkey.ts';
import { verifyPassword } from '../passwords/password.ts';
import { factorsOf, secondFactorsOf } from '../recovery-codes/second-factors.ts';
import { keepSignature } from '../signatures/keep-signature.ts';
import { otpLimit, takeOtp } from '../totp/take-otp.ts';
import { renewToken } from './renew-token.ts';

type Given = Input<typeof contract>['body'];

/**
 * Confirms the user's identity with one factor, for ten minutes. The session gets a new token, so that a copy of the
 * old one becomes worthless. A passkey may sign a decision by the same touch.
 */
export async function confirmIdentity(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { session_id } = actor.user;
  const check = await factorCheck(ctx, actor, body);
  const signedIn = await transaction(ctx.sql, async (sql) => {
    const confirmed_by = await check(sql);
    if (!confirmed_by) return null;
    await markConfirmed(ctx, sql, actor, confirmed_by);
    // A password alone may be stolen: it makes no device a trusted one.
    if (confirmed_by !== 'password') await trustSessionDevice(ctx, sql, session_id);
    await appendAudit(sql, {
      ...by(actor),
      action: 'auth.confirmed',
      subject: session_id ?? '',
      details: { confirmed_by },
    });
    return renewToken(ctx, sql, actor);
  });
  if (!signedIn) {
    await appendAudit(ctx.sql, { ...by(actor), action: 'auth.confirm_failed', subject: session_id ?? '' });
    throw invalidField('otp', message('auth.otp_wrong'));
  }
  return signedIn;
}

/** Counts the attempt and does the slow work; the result verifies and consumes the factor in a transaction. */
async function factorCheck(
  ctx: VaultCtx,
  actor: Actor,
  { password, otp, passkey }: Given,
): Promise<(sql: Db) => Promise<Factor | null>> {
  const { id } = actor.user;
  if (passkey) {
    const { challenge, signed } = await takeChallenge(ctx, passkey.challenge_id, { purpose: 'confirm', user_id: id });
    return async (sql) => {
      const { public_key } = await verifyPasskey(ctx, sql, passkey.response, { challenge, user_id: id });
      if (signed) await keepSignature(ctx, sql, { ...signed, decider_id: id, public_key, assertion: passkey.response });
      return 'passkey';
    };
  }
  if (otp !== undefined) {
    await throttle(ctx, [otpLimit(id)], 'otp');
    return (sql) => takeOtp(ctx, sql, id, otp);
  }
  if (!factorsOf(await secondFactorsOf(ctx.sql, id)).includes('password'))
    throw invalidField('otp', message('auth.password_not_enough'));
  await throttle(ctx, [{ key: `password:${id}`, hits: 10, window_seconds: 900 }], 'password');
  const [user] = await ctx.sql<(Omit<Seal, 'table'> & { password_hash: string })[]>`
    select id, password_hash, sealed_facts(users) as facts, mac from users where id = ${id}`;
  const isOwn = user && checkSeals(ctx, { ...user, table: 'users' });
  if (await verifyPassword(password ?? '', isOwn ? user.password_hash : null)) return async () => 'password';
  await appendAudit(ctx.sql, { ...by(actor), action: 'auth.confirm_failed', subject: actor.user.session_id ?? '' });
  throw invalidField('password', message('auth.password_wrong'));
}
