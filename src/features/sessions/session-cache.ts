import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import type { ActorUser, SessionCache } from '../ctx.ts';

const lifeMs = 5_000;
const mostSessions = 10_000;

/** Sessions in memory for seconds, so that a request need not read its own again. */
export function createSessionCache(clock: Clock): SessionCache & { clear(): void } {
  const sessions = new Map<string, { user: ActorUser; until: number }>();
  let changes = 0;
  return {
    find(tokenHash) {
      const found = sessions.get(tokenHash);
      return found && found.until > clock.now().getTime() ? found.user : undefined;
    },
    version: () => changes,
    store(tokenHash, user, readAt) {
      if (readAt !== changes) return;
      if (sessions.size >= mostSessions) sessions.clear();
      sessions.set(tokenHash, { user, until: clock.now().getTime() + lifeMs });
    },
    forget(userId) {
      changes += 1;
      for (const [hash, { user }] of sessions) if (user.id === userId) sessions.delete(hash);
    },
    clear() {
      changes += 1;
      sessions.clear();
    },
  };
}

/** A cache that hears of every change in the database; it is empty again after each loss of that connection. */
export async function listenForSessions(sql: Sql, clock: Clock): Promise<SessionCache> {
  const cache = createSessionCache(clock);
  await sql.listen('session_changed', cache.forget, cache.clear);
  return cache;
}
