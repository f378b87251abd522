import type { signInByPasskey } from '#contracts/auth.ts';
import type { Reply } from '#contracts/call.ts';
import type { Factor } from '#contracts/factors.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { by, type Ctx, type Visitor } from '../ctx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { deviceText } from './describe-device.ts';
import { ABSOLUTE_MS, hashToken, newToken } from './session-token.ts';

const MOST_DEVICES = 50;
const MOST_SESSIONS = 100;

interface SignIn {
  user_id: string;
  confirmed_by: Factor;
  /** The device token from an earlier sign-in with this browser. */
  device: string | undefined;
}

/** Signs a user in, in the caller's transaction: opens a session on a known or newly stored device. */
export async function openSession(
  ctx: Ctx,
  sql: Db,
  caller: Visitor,
  { user_id, confirmed_by, device }: SignIn,
): Promise<Reply<typeof signInByPasskey>> {
  const { address, user_agent } = caller.client;
  const now = ctx.clock.now();
  const token = newToken();
  const known = await rememberDevice(ctx, sql, caller, { user_id, confirmed_by, device });
  const [session] = await sql<{ id: string }[]>`
    insert into sessions (user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at, device_id, confirmed_at, confirmed_by)
    values (${user_id}, ${hashToken(token)}, ${user_agent.slice(0, 400)}, ${address}, ${now}, ${now},
      ${new Date(now.getTime() + ABSOLUTE_MS)}, ${known.id}, ${now}, ${confirmed_by}) returning id`;
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${user_id} order by last_used_at desc, id desc offset ${MOST_SESSIONS})`;
  const details = { confirmed_by, new_device: known.isNew };
  await appendAudit(sql, { ...by(caller), actor_id: user_id, action: 'auth.login', subject: session!.id, details });
  return { access_token: token, token_type: 'bearer', expires_in: ABSOLUTE_MS / 1000, device: known.token };
}

/** Finds or stores the device. The owner is notified of a new one, unless it is the account's first. */
async function rememberDevice(ctx: Ctx, sql: Db, caller: Visitor, { user_id, confirmed_by, device }: SignIn) {
  const now = ctx.clock.now();
  const user_agent = caller.client.user_agent.slice(0, 400);
  // A factor stronger than the password makes the device trusted; a password alone may be stolen.
  const proven = confirmed_by === 'password' ? null : now;
  const hash = device === undefined ? null : hashToken(device);
  const [known] = hash
    ? await sql<{ id: string }[]>`
      update devices set last_used_at = ${now}, user_agent = ${user_agent}, trusted_at = coalesce(trusted_at, ${proven})
      where user_id = ${user_id} and token_hash = ${hash} returning id`
    : [];
  if (known) return { id: known.id, token: device!, isNew: false };
  // A browser that another account signs in from keeps its token; a token we never issued is replaced.
  const ours = hash !== null && (await sql`select from devices where token_hash = ${hash} limit 1`).length > 0;
  const token = ours ? device! : newToken();
  const [before] = await sql<{ any: boolean }[]>`
    select exists (select from devices where user_id = ${user_id}) or exists (select from sessions where user_id = ${user_id}) as any`;
  const trusted = before!.any ? proven : now;
  const [added] = await sql<{ id: string }[]>`
    insert into devices (user_id, token_hash, user_agent, trusted_at, created_at, last_used_at)
    values (${user_id}, ${hashToken(token)}, ${user_agent}, ${trusted}, ${now}, ${now}) returning id`;
  const { id } = added!;
  await sql`
    delete from devices where id in (
      select id from devices where user_id = ${user_id} order by last_used_at desc, id desc offset ${MOST_DEVICES})`;
  if (before!.any) await notifyNewDevice(sql, { user_id, device_id: id, user_agent, address: caller.client.address });
  return { id, token, isNew: before!.any };
}

interface NewDevice {
  user_id: string;
  device_id: string;
  user_agent: string;
  address: string;
}

async function notifyNewDevice(sql: Db, { user_id, device_id, user_agent, address }: NewDevice): Promise<void> {
  await queueMail(sql, 'new_device', { user_id, device_id });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('notice.new_device'),
    content: message('notice.new_device_text', { device: deviceText(user_agent), address }),
    link: pagePath('/user/sessions'),
  });
}
