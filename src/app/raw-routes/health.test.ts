import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Ctx } from '#features/ctx.ts';
import type { Trouble } from '#platform/db/database-health.ts';
import { mountHealth, READINESS_MS } from './health.ts';

test('/readyz asks the database once a second, however many ask, and then tells what is true by then', async () => {
  let [time, asked] = [0, 0];
  let trouble: Trouble | null = null;
  const app = new Hono();
  const health: Pick<Ctx['health'], 'trouble'> = {
    async trouble() {
      asked += 1;
      return trouble;
    },
  };
  mountHealth(app, { health: health as Ctx['health'] }, () => time);
  const ready = async () => (await app.request('/readyz')).status;
  expect(await Promise.all([ready(), ready()])).toEqual([200, 200]);
  trouble = 'no_answer';
  time += READINESS_MS - 1;
  expect([await ready(), asked]).toEqual([200, 1]);
  time += 1;
  expect([await ready(), asked]).toEqual([503, 2]);
  trouble = null;
  time += READINESS_MS;
  expect([await ready(), asked]).toEqual([200, 3]);
});
