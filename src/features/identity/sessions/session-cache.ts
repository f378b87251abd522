import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import type { ActorUser, SessionCache } from '../../ctx.ts';

const LIFE_MS = 5_000;
const MAX_SESSIONS = 10_000;

/** Caches sessions in memory for a few seconds, so that not every request has to read its own. */
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
      if (sessions.size >= MAX_SESSIONS) sessions.clear();
      sessions.set(tokenHash, { user, until: clock.now().getTime() + LIFE_MS });
    },
    forget(user_id) {
      changes += 1;
      for (const [hash, { user }] of sessions) if (user.id === user_id) sessions.delete(hash);
    },
    clear() {
      changes += 1;
      sessions.clear();
    },
  };
}

/** A cache that listens for changes in the database; it is cleared whenever that connection is re-established. */
export async function listenForSessions(sql: Sql, clock: Clock): Promise<SessionCache> {
  const cache = createSessionCache(clock);
  await sql.listen('session_changed', cache.forget, cache.clear);
  return cache;
}
