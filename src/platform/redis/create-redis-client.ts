import { createClient } from '@redis/client';
import type { Logger } from '#platform/log.ts';
import { logNoAnswer } from './log-no-answer.ts';

export type RedisClient = ReturnType<typeof createRedisClient>;

/** A client that reconnects by itself; a command fails at once while Redis or Valkey is away. Not connected yet. */
export function createRedisClient(url: string, log: Logger) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(tries * 100, 2_000) },
  });
  client.on('error', logNoAnswer(log));
  return client;
}
