import type { Factor } from '#contracts/identity/factors.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { linkAccount } from '../../linked-accounts/link-account.ts';
import { hashToken, newToken } from '../session/session-token.ts';
import { takeAttempt } from '../throttle/throttle.ts';
import { notifyNewDevice } from './notify-new-device.ts';
import { trustDevice } from './trust-device.ts';

/** Trusted and other devices are counted apart: signing in again and again pushes out no trusted one. */
const MAX_DEVICES = 100;

export interface SignIn {
  user_id: string;
  confirmed_by: Factor;
  /** The device token from an earlier sign-in with this browser. */
  device: string | undefined;
}

/** Finds or stores the device. The owner is notified of a new one, unless it is the account's first. */
export async function rememberDevice(
  ctx: Ctx,
  sql: Db,
  caller: Visitor,
  { user_id, confirmed_by, device }: SignIn,
): Promise<{ id: string; token: string; isNew: boolean }> {
  const now = ctx.clock.now();
  const user_agent = caller.client.user_agent.slice(0, 400);
  // A factor stronger than the password makes the device trusted; a password alone may be stolen.
  const isProven = confirmed_by !== 'password';
  const hash = device === undefined ? null : hashToken(device);
  const [known] = hash
    ? await sql<{ id: string }[]>`
      update devices set last_used_at = ${now}, user_agent = ${user_agent}
      where user_id = ${user_id} and token_hash = ${hash} returning id`
    : [];
  if (known) {
    await linkDevice(ctx, sql, user_id, hash!);
    if (isProven) await trustDevice(ctx, sql, known.id);
    return { id: known.id, token: device!, isNew: false };
  }
  await refuseTooMany(ctx, sql, user_id);
  // A browser that another account signs in from keeps its token; a token we never issued is replaced.
  const ours = hash !== null && (await sql`select from devices where token_hash = ${hash} limit 1`).length > 0;
  const token = ours ? device! : newToken();
  const first = (await sql`select from devices where user_id = ${user_id} limit 1`).length === 0;
  const [added] = await sql<{ id: string }[]>`
    insert into devices (user_id, token_hash, user_agent, created_at, last_used_at)
    values (${user_id}, ${hashToken(token)}, ${user_agent}, ${now}, ${now}) returning id`;
  const { id } = added!;
  await linkDevice(ctx, sql, user_id, hashToken(token));
  if (first || isProven) await trustDevice(ctx, sql, id);
  await sql`
    delete from devices where id in (
      select id from (
        select id, row_number() over (partition by trusted_at is null order by last_used_at desc, id desc) as place
        from devices where user_id = ${user_id}) placed
      where place > ${MAX_DEVICES})`;
  if (!first) await notifyNewDevice(ctx, sql, { user_id, device_id: id, user_agent, address: caller.client.address });
  return { id, token, isNew: !first };
}

/** The accounts of a demo are all tried in one browser, the staff's and then the buyer's. */
async function linkDevice(ctx: Ctx, sql: Db, user_id: string, key: Buffer): Promise<void> {
  const [tried] = ctx.config.demo
    ? await sql`select from users where id = ${user_id} and email like '%@demo.example'`
    : [];
  if (!tried) await linkAccount(ctx, sql, { user_id, kind: 'device', key });
}

async function refuseTooMany(ctx: Ctx, sql: Db, user_id: string): Promise<void> {
  const hits = ctx.config.demo ? 1_000 : 20;
  const seconds = await takeAttempt(within(ctx, sql), { key: `device:${user_id}`, hits, window_seconds: HOUR_S });
  if (seconds === 0) return;
  const text = message('auth.many_devices', { minutes: Math.ceil(seconds / 60) });
  throw new AppError('too_many', text, { username: [text] }, seconds);
}
