import type { Input, Reply } from '#contracts/call.ts';
import type { login as contract } from '#contracts/identity/auth.ts';
import type { Factor } from '#contracts/identity/factors.ts';
import { type Message, message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx, VaultCtx, Visitor } from '../../ctx.ts';
import { renewedHash, verifyPassword } from '../factors/passwords/password.ts';
import { factorsOf, secondFactorsOf } from '../factors/recovery-codes/second-factors.ts';
import { otpLimit, takeOtp } from '../factors/totp/take-otp.ts';
import { openSession } from '../sessions/open-session.ts';
import { changeUser } from '../sessions/seals/change-user.ts';
import { checkSeals, type Seal } from '../sessions/seals/check-seals.ts';
import { reportForged } from '../sessions/seals/report-forged.ts';
import { hashToken } from '../sessions/session/session-token.ts';
import { keyOfText, throttle } from '../sessions/throttle/throttle.ts';
import { takeLoginAttempt } from './sign-in/login-limits.ts';
import { isLoginTicket, writeLoginTicket } from './sign-in/login-ticket.ts';

/** Exchanges username (or email), password and, if the account has a second factor, a code for a bearer token. */
export async function login(
  ctx: VaultCtx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const name = body.username.toLowerCase();
  const { address } = caller.client;
  const at = ctx.clock.now();
  const device = body.device === undefined ? null : hashToken(body.device);
  const [found] = await ctx.sql<(Account & Omit<Seal, 'table'>)[]>`
    select id, sealed_facts(users) as facts, mac, password_hash, disabled_at is not null as disabled,
      exists (select from devices where user_id = users.id and token_hash = ${device}) as known
    from users where username = ${name} or (email = ${name} and email_verified_at is not null)`;
  // What was written past the shop signs nobody in, and is as unknown as a wrong name.
  const user = found && checkSeals(ctx, { ...found, table: 'users' }) ? found : undefined;
  const giveBack = await takeLoginAttempt(ctx, {
    account: user?.id ?? keyOfText(ctx, name),
    address,
    known_device: user?.known && device ? device.toString('base64url') : null,
  });
  const right = await isRight(ctx, user, body);
  if (!user || !right || user.disabled) {
    // For an unknown name too: skipping this write would show in the response time.
    const id = user?.id ?? null;
    await appendAudit(ctx.sql, { actor_id: id, action: 'auth.login_failed', subject: id ?? '', address, at });
    throw wrong();
  }
  await giveBack();
  const has = await secondFactorsOf(ctx.sql, user.id);
  if (has.missing) reportForged(ctx, 'users', user.id);
  const factors = factorsOf(has);
  const byPassword = factors.includes('password');
  if (!byPassword && body.otp === undefined) throw needsMore(ctx, user, factors);
  if (!byPassword) await throttle(ctx, [otpLimit(user.id)], 'otp');
  const password_hash = body.password === undefined ? null : await renewedHash(body.password, user.password_hash);
  const opened = await transaction(ctx.sql, async (sql) => {
    // Only if the verified password is still current: a concurrent password change must end this session too.
    const holds = await sql`
      select from users where id = ${user.id} and password_hash = ${user.password_hash}
        and disabled_at is null for no key update`;
    if (holds.length === 0) throw wrong();
    const factor = byPassword ? 'password' : await takeOtp(ctx, sql, user.id, body.otp ?? '');
    if (factor === null) return null;
    if (password_hash) await changeUser(ctx, sql, user.id, { password_hash });
    return openSession(ctx, sql, caller, { user_id: user.id, confirmed_by: factor, device: body.device });
  });
  if (opened) return opened;
  await appendAudit(ctx.sql, { actor_id: user.id, action: 'auth.otp_failed', subject: user.id, address, at });
  throw needsMore(ctx, user, factors, message('auth.otp_wrong'));
}

interface Account {
  id: string;
  password_hash: string;
  disabled: boolean;
  /** Whether the account has the device that was given. */
  known: boolean;
}

type Given = Input<typeof contract>['body'];

/** Takes as long for an unknown name. */
async function isRight(ctx: Ctx, user: Account | undefined, { password, ticket }: Given): Promise<boolean> {
  if (password === undefined) return user !== undefined && ticket !== undefined && isLoginTicket(ctx, user, ticket);
  return verifyPassword(password, user?.password_hash ?? null);
}

const wrong = () => invalidField('username', message('auth.wrong'));

/** Sent only after a correct password: before that, the reply would reveal which accounts exist. */
function needsMore(
  ctx: Ctx,
  user: Account,
  factors: Factor[],
  text: Message = message(factors.includes('totp') ? 'auth.otp_needed' : 'auth.passkey_needed'),
) {
  return invalidField('otp', text).marked({ reason: 'otp_required', ticket: writeLoginTicket(ctx, user), factors });
}
