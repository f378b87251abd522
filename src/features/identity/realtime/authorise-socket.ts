import type { Input, Reply } from '#contracts/call.ts';
import type { authoriseSocket as contract } from '#contracts/identity/realtime.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { openPusher } from './open-pusher.ts';

/** Signs a socket in as its user. Our own server doesn't need this: it ties each subscription to a session. */
export async function authoriseSocket(
  { config }: Ctx,
  { user }: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (!config.pusher_url) throw new AppError('not_found', message('api.no_call'));
  const { auth, user_data } = openPusher(config.pusher_url).authenticateUser(body.socket_id, { id: user.id });
  return { auth, user_data };
}
