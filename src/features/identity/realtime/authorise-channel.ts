import type { Input, Reply } from '#contracts/call.ts';
import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { dutyNames } from '#contracts/customers/users.ts';
import type { authoriseChannel as contract } from '#contracts/identity/realtime.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { signChannel } from '#platform/pusher/channel-signature.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { officeIsOpenTo } from '../sessions/admission/refuse-outside.ts';
import { writeClaim } from './claim.ts';
import { mayHear } from './may-hear.ts';
import { pusherApp } from './pusher-app.ts';

const dutiesIn = (roles: readonly string[]) => dutyNames.filter((duty) => roles.includes(duty));

/** Signs a socket's subscription to one of the caller's channels, tied to the session on our own server. */
export async function authoriseChannel(
  ctx: Ctx,
  { user, client }: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { socket_id, channel_name: channel } = body;
  const owner = ctx.sockets?.ownerOf(socket_id) ?? user.id;
  const outside = channel === DASHBOARD_CHANNEL && !officeIsOpenTo(ctx.config)(client.address);
  if (outside || !mayHear(channel, user) || owner !== user.id || !user.session_id)
    throw new AppError('forbidden', message('live.not_yours'));
  const app = pusherApp(ctx);
  // Another server wouldn't understand it, and may refuse it for a private channel.
  const channel_data = app.host
    ? ''
    : writeClaim({ session_id: user.session_id, locale: user.locale ?? client.locale, duties: dutiesIn(user.roles) });
  return { auth: signChannel(app, { socket_id, channel, channel_data }), ...(channel_data && { channel_data }) };
}
