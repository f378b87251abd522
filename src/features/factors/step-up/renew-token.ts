import type { Reply } from '#contracts/call.ts';
import type { confirmIdentity } from '#contracts/factors.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { forgetSessions } from '../../sessions/forget-sessions.ts';
import { hashToken, newToken } from '../../sessions/session-token.ts';

/** Gives the session a new token, in the caller's transaction, so that a copy of the old one becomes worthless. */
export async function renewToken(ctx: Ctx, sql: Db, { user }: Actor): Promise<Reply<typeof confirmIdentity>> {
  const token = newToken();
  const [session] = await sql<{ expires_at: string }[]>`
    update sessions set token_hash = ${hashToken(token)}
    where id = ${user.session_id} and user_id = ${user.id} returning expires_at`;
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  forgetSessions(ctx, sql, user.id);
  const expires_in = Math.floor((Date.parse(session.expires_at) - ctx.clock.now().getTime()) / 1000);
  const active = !user.roles.includes('inactive');
  return { access_token: token, token_type: 'bearer', expires_in, device: null, active };
}
