import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { reportLoops } from '#features/office/operations/jobs/report-loops.ts';
import { diskFullAlert } from '#features/oversight/alerts/alert-kinds.ts';
import { endAlert } from '#features/oversight/alerts/end-alert.ts';
import { raiseAlert } from '#features/oversight/alerts/raise-alert.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { metrics_token, readMetric } from '#tests/support/metrics.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-watch-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ metrics_token, data_dir });
const { sql, clock } = shop;
const read = (name: string) => readMetric(shop, `facevalue_${name}`);
const seconds = (date: Date) => date.getTime() / 1_000;

test('the age of the last backup and the space on the disk are there, and no backup is no claim', async () => {
  expect(await read('backup_timestamp_seconds')).toEqual({});
  const at = new Date('2026-03-01T02:00:00Z');
  const file = join(data_dir, 'last-backup');
  await writeFile(file, '');
  await utimes(file, at, at);
  expect(await read('backup_timestamp_seconds')).toEqual({ '': seconds(at) });
  const [free, size] = [(await read('disk_free_bytes'))['']!, (await read('disk_size_bytes'))['']!];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
  expect((await read('database_size_bytes'))['']).toBeGreaterThan(1_000_000);
});

test('workers that report are counted, and a loop whose success is due tells for how long', async () => {
  expect(await read('workers')).toEqual({ '': 0 });
  shop.ctx.loops.noteStart('watched-loop');
  await reportLoops(shop.ctx);
  expect(await read('workers')).toEqual({ '': 1 });
  expect(await read('loop_overdue_seconds')).toEqual({ 'loop="watched-loop"': 0 });
  await sql`update worker_loops set started_at = ${new Date(clock.now().getTime() - 10 * MINUTE_MS)}`;
  expect(await read('loop_overdue_seconds')).toEqual({ 'loop="watched-loop"': 600 });
  clock.advance(2 * MINUTE_MS);
  expect([await read('workers'), await read('loop_overdue_seconds')]).toEqual([{ '': 0 }, {}]);
});

test('of each kind of check, the last one that ran to its end counts, and what it found', async () => {
  expect(await read('check_timestamp_seconds')).toEqual({});
  const [ended, later] = [clock.now(), new Date(clock.now().getTime() + MINUTE_MS)];
  await sql`
    insert into verifications (kind, nightly, started_at, stepped_at, ended_at, given_up, problems)
    values ('ledger', true, ${ended}, ${ended}, ${ended}, false, 2), ('ledger', true, ${later}, ${later}, ${later}, true, 0)`;
  await sql`
    insert into verifications (kind, nightly, started_at, stepped_at) values ('ledger', true, ${later}, ${later})`;
  expect(await read('check_timestamp_seconds')).toEqual({ 'check="ledger"': seconds(ended) });
  expect(await read('check_problems')).toEqual({ 'check="ledger"': 2 });
});

test('open alerts are counted by kind and severity, and every kind is there before it happens', async () => {
  const disk = 'kind="database.disk_full",severity="critical"';
  const before = await read('alerts_open');
  expect(before[disk]).toBe(0);
  expect(before['kind="stock.low",severity="info"']).toBe(0);
  expect(before['kind="loop.stuck",severity="warning"']).toBe(0);
  for (const labels of Object.keys(before)) expect(labels).toMatch(/^kind="[a-z_]+\.[a-z_]+",/);
  const at = clock.now().toISOString();
  const alert = { kind: diskFullAlert, subject: 'database', details: { at } };
  await raiseAlert(sql, clock.now(), alert);
  expect(await read('alerts_open')).toEqual({ ...before, [disk]: 1 });
  await endAlert(sql, clock.now(), alert);
  expect(await read('alerts_open')).toEqual(before);
});

test('payments that wait, are on hold or belong to nobody are counted by coin, and rates have a time', async () => {
  const none = { 'coin="BTC"': 0, 'coin="ETH"': 0, 'coin="LTC"': 0 };
  expect(await read('rate_timestamp_seconds')).toEqual({});
  for (const name of ['deposits_pending', 'deposits_held', 'deposits_unclaimed'])
    expect(await read(name)).toEqual(none);
  const user = await shop.createUser();
  const now = clock.now();
  const [account] = await sql<[{ id: number }]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('LTC', sha256('watched'), 'abcd1234') returning id`;
  const [rate] = await sql<[{ id: number }]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('LTC', 1e10, '{a,b}', ${now}) returning id`;
  const [address] = await sql<[{ id: string }]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    values ('LTC', ${account.id}, 0, 'k1', 'ltc1qwatched', ${user.id}) returning id`;
  const [payment] = await sql<[{ id: string }]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
    values (${user.id}, 'LTC', ${address.id}, 100, 1000000, ${rate.id}, ${now}) returning id`;
  for (const [n, state] of ['pending', 'pending', 'held'].entries())
    await sql`
      insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, state,
        hold_reason)
      values ('LTC', ${'ab'.repeat(32)}, ${n}, 'k1', ${user.id}, ${payment.id}, 1000,
        ${new Date(now.getTime() - n * MINUTE_MS)}, 2, ${state}, ${state === 'held' ? 'review' : null})`;
  for (const [n, height] of [null, 7].entries())
    await sql`
      insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
      values ('LTC', ${account.id}, 9, 'k9', ${'cd'.repeat(32)}, ${n}, 1000, ${now}, ${height}, ${height && 'a block'})`;
  expect(await read('deposits_pending')).toEqual({ ...none, 'coin="LTC"': 2 });
  expect(await read('deposits_pending_oldest_seconds')).toEqual({ 'coin="LTC"': 60 });
  expect(await read('deposits_held')).toEqual({ ...none, 'coin="LTC"': 1 });
  expect(await read('deposits_unclaimed')).toEqual({ ...none, 'coin="LTC"': 1 });
  expect(await read('rate_timestamp_seconds')).toEqual({ 'coin="LTC"': seconds(now) });
});

test('jobs that failed are counted by task: mails that go out later, and those that never will', async () => {
  for (const attempts of [3, 14]) {
    await addJob(sql, 'mail', {});
    await sql`
      update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'no', run_at = now() + interval '1 hour'
      where id = (select max(id) from graphile_worker._private_jobs)`;
  }
  expect(await read('jobs_tried')).toMatchObject({
    'task="mail",state="retrying"': 1,
    'task="mail",state="failed"': 1,
  });
});

test('cards on sale are counted', async () => {
  const before = (await read('stock_cards'))['']!;
  await addCards(shop, { count: 3 });
  expect((await read('stock_cards'))['']).toBe(before + 3);
});
