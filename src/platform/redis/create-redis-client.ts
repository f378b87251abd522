import type { Logger } from '#platform/log.ts';
import { logNoAnswer } from './log-no-answer.ts';

export type RedisClient = Awaited<ReturnType<typeof createRedisClient>>;

/** A client that reconnects by itself; a command fails at once while Redis or Valkey is away. Not connected yet. */
export async function createRedisClient(url: string, log: Logger) {
  // A sixth of all the modules of a start, which most shops do without.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(tries * 100, 2_000) },
  });
  client.on('error', logNoAnswer(log));
  return client;
}
