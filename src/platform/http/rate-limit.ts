import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

export interface RateLimiter {
  /** Takes one request from the caller's minute; throws a 429 with the seconds to wait. */
  take(group: string, caller: string, perMinute: number): Promise<void>;
}

/** Counts requests in memory, one window of a minute for each caller and group. */
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

/** The one way in which a limit is refused. `field` is where a form shows it. */
export function tooMany(seconds: number, field = 'request'): AppError {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many attempts. Try again in ${wait}.`;
  return new AppError('too_many', message, { [field]: [message] }, seconds);
}
