import { expect, test } from 'vitest';
import { outwardJobsOf } from '#app/worker.ts';
import * as auth from '#contracts/identity/auth.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { settleRestored } from './settle-restored.ts';

const shop = await createTestShop();
const settle = () =>
  settleRestored({ ...shop.ctx, sql: shop.sql }, { backup: 'a', at: null, outward: outwardJobsOf(shop.ctx) });
const visitor = shop.as(null);
const password = 'a-quiet-harbour-9';

test('a link that was mailed before opens nothing, and one that is asked for afterwards does', async () => {
  const user = await shop.createUser();
  const ask = async () => {
    await visitor(auth.forgotPassword, { body: { username: user.username } });
    await shop.runQueuedJobs();
    const [mail] = await shop.sql<{ text_body: string }[]>`
      select text_body from mailbox where recipient = ${user.email} order by id desc limit 1`;
    return /token=([\w.-]+)/.exec(mail!.text_body)![1]!;
  };
  const reset = async (token: string) => (await visitor(auth.resetPassword, { body: { token, password } })).status;
  const token = await ask();
  expect((await settle()).links).toBe(1);
  expect(await reset(token)).toBe(422);
  expect(await reset(await ask())).toBe(204);
});

test('everybody signs in anew', async () => {
  const user = await shop.createUser();
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(200);
  expect((await settle()).sessions).toBeGreaterThan(0);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
});

test('what leads to people and servers outside waits for a person, and all other work goes on', async () => {
  const outward = ['mail', 'push', 'notify_receivers', 'deliver_alert'];
  await shop.sql`delete from graphile_worker._private_jobs`;
  for (const name of [...outward, 'order_ready']) await addJob(shop.sql, name, {});
  expect((await settle()).held_jobs).toBe(outward.length);
  const held = await shop.sql<{ name: string; last_error: string }[]>`
    select task_identifier as name, last_error from graphile_worker.jobs where attempts = max_attempts order by id`;
  expect(held.map(({ name }) => name)).toEqual(outward);
  expect(held[0]!.last_error).toMatch(/^Set aside by a restore/);
  const [other] = await shop.sql`
    select from graphile_worker.jobs where task_identifier = 'order_ready' and attempts = 0`;
  expect(other).toBeDefined();
});

test('a page that heard of later events takes the next one for newer; the positions that processes go by have no gap', async () => {
  await shop.sql`
    insert into event_counters (channel, last) values ('stock', 7), ('all', 9), ('forwarded', 9)
    on conflict (channel) do update set last = excluded.last`;
  await settle();
  const counters = await shop.sql`
    select channel, last from event_counters where channel in ('stock', 'all', 'forwarded') order by channel`;
  expect(counters).toEqual([
    { channel: 'all', last: 9 },
    { channel: 'forwarded', last: 9 },
    { channel: 'stock', last: 1_007 },
  ]);
});
