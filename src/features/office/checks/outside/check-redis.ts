import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { createRedisClient } from '#platform/redis/create-redis-client.ts';
import type { Finding } from '../findings/finding.ts';

const CONNECT_MS = 5_000;

/** Asks the server of REDIS_URL. The shop goes on without it, but each process then counts requests alone. */
export async function checkRedis({ redis_url }: Config, log: Logger): Promise<Finding[]> {
  if (redis_url === null) return [{ name: 'redis', state: 'off', found: message('doctor.redis.off') }];
  const host = new URL(redis_url).host;
  const redis = await createRedisClient(redis_url, log);
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp.reject(new Error('no answer')), CONNECT_MS);
  try {
    await Promise.race([redis.connect().then((client) => client.ping()), giveUp.promise]);
    return [{ name: 'redis', state: 'well', found: message('doctor.redis.well', { host }) }];
  } catch {
    const found = message('doctor.redis.failed', { host });
    return [{ name: 'redis', state: 'failed', found, advice: message('doctor.redis.do') }];
  } finally {
    clearTimeout(timer);
    redis.destroy();
  }
}
