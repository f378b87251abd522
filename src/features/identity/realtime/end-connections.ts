import type { Ctx } from '../../ctx.ts';
import { openPusher } from './open-pusher.ts';

/**
 * Makes the server of PUSHER_URL close a user's sockets when their sessions or rights change: it can't ask us who may
 * still listen. Users who are still signed in reconnect and are authorised again.
 */
export function endConnections({ log }: Ctx, pusherUrl: string): (user_id: string) => Promise<void> {
  const pusher = openPusher(pusherUrl);
  return async (user_id) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await pusher.terminateUserConnections(user_id);
        return;
      } catch (err) {
        if (attempt === 3) return log.error({ err, user_id }, 'sockets of PUSHER_URL were not closed');
      }
    }
  };
}
