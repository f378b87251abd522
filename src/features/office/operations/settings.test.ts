import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getSettings } from '#contracts/office/operations.ts';
import { readConfig } from '#platform/config.ts';
import { createTestShop } from '#tests/support/shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'facevalue-settings-'));
afterAll(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'facevalue.env'), 'LOG_LEVEL=warn\nPORT=4000\n');
const secrets = {
  DATABASE_URL: 'postgres://shop:secret-1@db.example/secret-2',
  SMTP_URL: 'smtp://shop:secret-3@mail.example',
  REDIS_URL: 'redis://:secret-4@redis.example',
  PUSHER_URL: 'https://secret-5:secret-6@pusher.example/apps/7',
  BTC_RPC_URL: 'http://rpc:secret-8@127.0.0.1:8332',
  BTC_XPUB: 'secret-9',
  METRICS_TOKEN: 'secret-10-0123456789abcdef',
  HEARTBEAT_URL: 'https://heart.example/secret-11',
};
const config = readConfig({ DEMO: 'on', PORT: '5000', ...secrets }, folder);
const shop = await createTestShop(config);
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const read = async () => (await shop.as(auditor)(getSettings)).body.data;

test('every setting says what counts and where it comes from, and no secret is in the reply', async () => {
  const { settings, versions, tiers } = await read();
  const of = (name: string) => settings.find((setting) => setting.name === name);
  expect(of('PORT')).toEqual({ name: 'PORT', value: '5000', hidden: false, source: 'environment' });
  expect(of('LOG_LEVEL')).toEqual({ name: 'LOG_LEVEL', value: 'warn', hidden: false, source: 'file' });
  expect(of('REGISTRATION')).toEqual({ name: 'REGISTRATION', value: 'open', hidden: false, source: 'default' });
  expect(of('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: 'mail.example', hidden: true, source: 'environment' });
  expect(of('METRICS_TOKEN')).toMatchObject({ value: null, hidden: true });
  expect(of('HEARTBEAT_URL')).toMatchObject({ value: 'heart.example', hidden: true });
  expect(of('SANCTIONS_FILE')).toMatchObject({ value: null, hidden: false });
  expect(JSON.stringify(settings)).not.toContain('secret-');
  expect(versions).toMatchObject({ schema: expect.stringMatching(/^\d{4}_/), postgres: expect.stringMatching(/^\d+/) });
  expect(tiers.map(({ one_order_cents }) => one_order_cents)).toEqual([5_000, 50_000, 200_000]);
});

test('buyers and admins without a duty that needs them get no settings', async () => {
  for (const who of [await shop.createUser(), await shop.createUser({ role: 'admin', duties: ['publisher'] })])
    expect((await shop.as(who)(getSettings)).status).toBe(403);
});

test('a shop that was closed in the back office says that this comes from the database', async () => {
  const switched = { source: 'database' as const, messages: {}, started_at: null, ends_at: null };
  shop.ctx.maintenance = { closure: () => switched };
  expect((await read()).settings.find(({ name }) => name === 'MAINTENANCE')).toMatchObject({
    value: 'on',
    source: 'database',
  });
});
