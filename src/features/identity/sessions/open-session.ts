import type { Reply } from '#contracts/call.ts';
import type { signInByPasskey } from '#contracts/identity/auth.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { ForgedRowError, isGenuine, type SealedRow, sealRow } from '#platform/vault/row-seal.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { rememberDevice, type SignIn } from './devices/remember-device.ts';
import { rememberLanguage } from './profile/remember-language.ts';
import { noteSecondFactor } from './seals/note-second-factor.ts';
import { sessionLimits } from './session/session-end.ts';
import { ABSOLUTE_MS, hashToken, newToken } from './session/session-token.ts';

/** Those of trusted devices are counted apart from the others, as the devices are. */
const MAX_SESSIONS = 100;

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
  const [account] = await sql<(SealedRow & { active: boolean; role: string })[]>`
    select activated_at is not null as active, role, sealed_facts(u) as facts, mac from users u
    where id = ${user_id} for no key update`;
  if (!account || !isGenuine(ctx.vault, 'users', account)) throw new ForgedRowError('users', user_id);
  await noteSecondFactor(ctx, sql, user_id, confirmed_by);
  await rememberLanguage(sql, caller, user_id);
  const known = await rememberDevice(ctx, sql, caller, { user_id, confirmed_by, device });
  const [session] = await sql<{ id: string; facts: string }[]>`
    insert into sessions (user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at, device_id,
      confirmed_at, confirmed_by)
    values (${user_id}, ${hashToken(token)}, ${user_agent.slice(0, 400)}, ${address}, ${now}, ${now},
      ${new Date(now.getTime() + ABSOLUTE_MS)}, ${known.id}, ${now}, ${confirmed_by})
    returning id, sealed_facts(sessions) as facts`;
  await sealRow(ctx.vault, sql, 'sessions', session!);
  await sql`
    delete from sessions where id in (
      select id from (
        select s.id, row_number() over (partition by d.trusted_at is null
          order by s.last_used_at desc, s.id desc) as place
        from sessions s join devices d on d.id = s.device_id where s.user_id = ${user_id}) placed
      where place > ${MAX_SESSIONS})`;
  const details = { confirmed_by, new_device: known.isNew };
  await appendAudit(sql, { ...by(caller), actor_id: user_id, action: 'auth.login', subject: session!.id, details });
  const { active, role } = account;
  const expires_in = sessionLimits(ctx.config, role).absolute_ms / 1000;
  return { access_token: token, token_type: 'bearer', expires_in, device: known.token, active };
}
