import { describe, expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { createRedisClient } from '#platform/redis/create-redis-client.ts';
import { createRedis } from '#tests/support/redis.ts';
import { createRateLimiter } from './rate-limit.ts';

const LIMIT = 4;

describe('counters in Redis', async () => {
  const server = await createRedis();
  await server.start();
  const log = createLogger('silent');

  /** A process of a shop: a limiter on a connection of its own. */
  async function openProcess(prefix: string) {
    const redis = await createRedisClient(server.url, log);
    await redis.connect();
    const { take } = createRateLimiter({ redis, prefix });
    const tries = async (n: number, caller = 'someone') => {
      let passed = 0;
      for (let i = 0; i < n; i++)
        passed += await take('all', caller, LIMIT).then(
          () => 1,
          () => 0,
        );
      return passed;
    };
    return { tries, take, end: () => redis.destroy() };
  }

  test('all processes of a shop count together, and a restart forgives nothing', async () => {
    const [first, second] = [await openProcess('one'), await openProcess('one')];
    expect(await first.tries(LIMIT - 1)).toBe(LIMIT - 1);
    expect(await second.tries(LIMIT)).toBe(1);
    expect(await first.tries(1)).toBe(0);
    first.end();
    const restarted = await openProcess('one');
    expect(await restarted.tries(1)).toBe(0);
    expect(await restarted.tries(1, 'someone else')).toBe(1);
    for (const each of [second, restarted]) each.end();
  });

  test('shops on the same server count apart', async () => {
    const [one, other] = [await openProcess('one shop'), await openProcess('another')];
    expect([await one.tries(LIMIT + 1), await other.tries(LIMIT + 1)]).toEqual([LIMIT, LIMIT]);
    for (const each of [one, other]) each.end();
  });

  test('the refusal says when the minute ends', async () => {
    const { tries, take, end } = await openProcess('three');
    await tries(LIMIT);
    await expect(take('all', 'someone', LIMIT)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    end();
  });

  test('a frozen or missing Redis leaves each process its own count, and no request waits for it', async () => {
    const { tries, end } = await openProcess('four');
    server.freeze();
    expect(await tries(LIMIT + 1)).toBe(LIMIT);
    server.thaw();
    await server.stop();
    expect(await tries(LIMIT + 1, 'someone else')).toBe(LIMIT);
    end();
  });
});
