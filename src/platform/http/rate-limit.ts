import { isIPv6 } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { message } from '#i18n/message.ts';
import type { RedisClient } from '#platform/redis/create-redis-client.ts';
import { AppError } from './errors.ts';

export interface RateLimiter {
  /** Counts one request against the caller's minute; throws a 429 with the seconds to wait. */
  take(group: string, caller: string, perMinute: number): Promise<void>;
}

const REDIS_ANSWER_MS = 100;
const REDIS_PAUSE_MS = 1_000;

/** Counters shared by every process of a shop; `prefix` separates shops that share a server. */
export interface SharedCounters {
  redis: RedisClient;
  prefix: string;
}

/**
 * Counts requests in a one-minute window per caller and group: in Redis if there is one, so that all processes count
 * together and a restart forgives nothing; else, and while Redis is away, in this process's memory.
 */
export function createRateLimiter(shared?: SharedCounters): RateLimiter {
  const limiters = new Map<number, RateLimiterMemory | RateLimiterRedis>();
  const storeClient = shared && impatient(shared.redis);

  function limiterFor(points: number): RateLimiterMemory | RateLimiterRedis {
    const memory = new RateLimiterMemory({ points, duration: 60 });
    if (!shared) return memory;
    return new RateLimiterRedis({
      storeClient,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `${shared.prefix}:limit:${points}`,
      points,
      duration: 60,
      // Who is over the limit is refused without asking Redis again.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: memory,
    });
  }

  return {
    async take(group, caller, perMinute) {
      let limiter = limiters.get(perMinute);
      if (!limiter) {
        limiter = limiterFor(perMinute);
        limiters.set(perMinute, limiter);
      }
      try {
        await limiter.consume(`${group} ${caller}`);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
  };
}

/** No request waits longer for a slow or frozen Redis, which is then left alone for a second. */
function impatient(redis: RedisClient) {
  let leftAloneUntil = 0;
  return {
    isReady: () => redis.isReady && performance.now() >= leftAloneUntil,
    async eval(...command: Parameters<RedisClient['eval']>) {
      const answered = new AbortController();
      const late = delay(REDIS_ANSWER_MS, undefined, { signal: answered.signal }).then(async () => {
        // An answer that came while this process was busy counts.
        await nextTurn(undefined, { signal: answered.signal });
        leftAloneUntil = performance.now() + REDIS_PAUSE_MS;
        throw new Error('redis does not answer in time');
      });
      try {
        return await Promise.race([redis.eval(...command), late]);
      } finally {
        answered.abort();
      }
    },
  };
}

/** What counts as one caller: an IPv4 address, or a /64 of IPv6, since one household has 2^64 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const filled =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The one refusal for every rate limit. `field` is where a form shows it. */
export function tooMany(seconds: number, field = 'request'): AppError {
  const text =
    seconds < 120
      ? message('api.too_many_seconds', { seconds })
      : message('api.too_many_minutes', { minutes: Math.ceil(seconds / 60) });
  return new AppError('too_many', text, { [field]: [text] }, seconds);
}
