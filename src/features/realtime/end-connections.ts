import type { Ctx } from '../ctx.ts';
import { openPusher } from './open-pusher.ts';

/**
 * Has the server of PUSHER_URL close a user's signed-in sockets whenever their sessions or rights change: it can't ask us
 * who still may listen. Whoever is still signed in comes back and is asked again.
 */
export function endConnections({ log }: Ctx, pusherUrl: string): (userId: string) => Promise<void> {
  const pusher = openPusher(pusherUrl);
  return async (userId) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await pusher.terminateUserConnections(userId);
        return;
      } catch (err) {
        if (attempt === 3) return log.error({ err, user_id: userId }, 'sockets of PUSHER_URL were not closed');
      }
    }
  };
}
