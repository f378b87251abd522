import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createDatabaseHealth } from './database-health.ts';
import { openPools } from './open-pools.ts';

const { sql, url } = await createTestDatabase();
const way = await startDatabaseProxy(url);
afterEach(way.thaw);

test('a database that answers is no trouble; a frozen one is, until it answers again', async () => {
  const { health, end } = openPools(way.url);
  const { trouble } = createDatabaseHealth(health);
  await expect.poll(trouble).toBeNull();
  way.freeze('');
  expect(await Promise.all([trouble(), trouble()])).toEqual(['no_answer', 'no_answer']);
  way.thaw();
  await expect.poll(trouble).toBeNull();
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

test('reads can not write', async () => {
  const { reads, end } = openPools(url);
  await expect(reads`create table written (id int)`).rejects.toMatchObject({ code: '25006' });
  await end({ timeout: 1 });
});
