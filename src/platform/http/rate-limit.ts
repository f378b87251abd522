import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { message } from '#i18n/message.ts';
import { AppError } from './errors.ts';

export interface RateLimiter {
  /** Counts one request against the caller's minute; throws a 429 with the seconds to wait. */
  take(group: string, caller: string, perMinute: number): Promise<void>;
}

/** Counts requests in memory, in a one-minute window per caller and group. */
export function createRateLimiter(): RateLimiter {
  const limiters = new Map<number, RateLimiterMemory>();
  return {
    async take(group, caller, perMinute) {
      let limiter = limiters.get(perMinute);
      if (!limiter) {
        limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
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
