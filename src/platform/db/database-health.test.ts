import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createDatabaseHealth, GOOD_FOR_MS } from './database-health.ts';
import { openPools } from './open-pools.ts';

const { sql, url } = await createTestDatabase();
const way = await startDatabaseProxy(url);
afterEach(way.thaw);

test('a database that answers is no trouble; a frozen one is, until it answers again', async () => {
  const { health, end } = openPools(way.url);
  let time = 0;
  const { trouble } = createDatabaseHealth(health, () => time);
  expect(await trouble()).toBeNull();
  way.freeze('');
  time += GOOD_FOR_MS;
  expect(await Promise.all([trouble(), trouble()])).toEqual(['no_answer', 'no_answer']);
  way.thaw();
  time += GOOD_FOR_MS;
  expect(await trouble()).toBeNull();
  await end({ timeout: 1 });
});

test('the check needs the disk, and a process that is ending is no longer ready', async () => {
  const { health, end } = openPools(url);
  const { check, trouble, end: announceEnd } = createDatabaseHealth(health);
  expect(await check()).toBeNull();
  await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set temp_file_limit = 0`);
  await end({ timeout: 1 });
  const limited = openPools(url);
  expect(await createDatabaseHealth(limited.health).check()).toBe('disk_full');
  await limited.end({ timeout: 1 });
  announceEnd();
  expect(await trouble()).toBe('ending');
});

test('the database is asked once a second, however often anyone asks', async () => {
  let [time, asked] = [0, 0];
  const counted = ((...query: Parameters<typeof sql>) => {
    asked += 1;
    return sql(...query);
  }) as typeof sql;
  const { trouble } = createDatabaseHealth(counted, () => time);
  await Promise.all([trouble(), trouble()]);
  time += GOOD_FOR_MS - 1;
  await trouble();
  expect(asked).toBe(1);
  time += 1;
  await trouble();
  expect(asked).toBe(2);
});

test('reads can not write', async () => {
  const { reads, end } = openPools(url);
  await expect(reads`create table written (id int)`).rejects.toMatchObject({ code: '25006' });
  await end({ timeout: 1 });
});
