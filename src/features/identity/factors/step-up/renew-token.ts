import type { Reply } from '#contracts/call.ts';
import type { confirmIdentity } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { changeSession } from '../../sessions/seals/change-session.ts';
import { forgetSessions } from '../../sessions/session/forget-sessions.ts';
import { sessionLimits } from '../../sessions/session/session-end.ts';
import { hashToken, newToken } from '../../sessions/session/session-token.ts';

/** Gives the session a new token, in the caller's transaction, so that a copy of the old one becomes worthless. */
export async function renewToken(ctx: Ctx, sql: Db, { user }: Actor): Promise<Reply<typeof confirmIdentity>> {
  const token = newToken();
  const [session] = await sql<{ id: string; created_at: string; expires_at: string }[]>`
    select id, created_at, expires_at from sessions where id = ${user.session_id} and user_id = ${user.id} for update`;
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  await changeSession(ctx, sql, session.id, { token_hash: hashToken(token) });
  forgetSessions(ctx, sql, user.id);
  const { absolute_ms } = sessionLimits(ctx.config, user.role);
  const ends = Math.min(Date.parse(session.expires_at), Date.parse(session.created_at) + absolute_ms);
  const expires_in = Math.floor((ends - ctx.clock.now().getTime()) / 1000);
  const active = !user.roles.includes('inactive');
  return { access_token: token, token_type: 'bearer', expires_in, device: null, active };
}
