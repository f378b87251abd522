import type { Ctx } from '#features/ctx.ts';
import { createRateLimiter, type RateLimiter } from '#platform/http/rate-limit.ts';
import { createRedisClient } from '#platform/redis/create-redis-client.ts';
import { logNoAnswer } from '#platform/redis/log-no-answer.ts';

/** The counters of this shop's requests, shared by its processes if REDIS_URL is set. The start doesn't wait for Redis. */
export async function openLimiter({ config, log, vault }: Pick<Ctx, 'config' | 'log' | 'vault'>): Promise<{
  limiter: RateLimiter;
  close(): Promise<void>;
}> {
  if (!config.redis_url) return { limiter: createRateLimiter(), close: async () => {} };
  const redis = await createRedisClient(config.redis_url, log);
  void redis.connect().catch(logNoAnswer(log));
  const prefix = `facevalue:${vault.mac('rate limits', 'prefix').toString('hex').slice(0, 16)}`;
  return { limiter: createRateLimiter({ redis, prefix }), close: async () => redis.destroy() };
}
