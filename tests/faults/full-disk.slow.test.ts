import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import { addBuyer, createDataDir, endShop, openBooks, runToEnd, startShop } from '#tests/support/shop-process.ts';

const run = promisify(execFile);
const dir = await createDataDir();

/** What a buyer can do in a running shop. */
async function arrange(url: string, dataDir: string) {
  const books = await openBooks(dataDir);
  onTestFinished(() => books.end({ timeout: 1 }));
  const { token } = await addBuyer(books, 2_000_00);
  const cards = await books<
    { id: string }[]
  >`select id from cards where state = 'available' order by price_cents limit 2`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    books,
    status: async (path: string) => (await fetch(`${url}${path}`, { headers })).status,
    buy: (card = cards[0]!) =>
      fetch(`${url}/api/invoices`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ids: [card.id] }),
      }),
  };
}

test('while the database can store nothing, reads go on, /readyz is red and admins get an alert', async () => {
  const shop = await startShop(dir);
  const { books, status, buy } = await arrange(shop.url, dir);
  const alerts = () => books`select kind from alerts where kind = 'database.disk_full'`;
  await books.unsafe(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on orders execute function refuse();
    create trigger full_disk before insert on alerts execute function refuse();`);
  await books.unsafe('alter system set temp_file_limit = 0');
  await books`select pg_reload_conf()`;

  const refused = await buy();
  expect([refused.status, (await refused.json()).message]).toEqual([503, en['api.disk_full']]);
  expect(refused.headers.get('retry-after')).toBe('30');
  await expect.poll(() => status('/readyz')).toBe(503);
  expect(await status('/api/cards')).toBe(200);
  expect(await status('/api/auth/users')).toBe(200);
  const logged = () => shop.printed().split("the database's disk is full").length - 1;
  await expect.poll(logged).toBe(1);

  await books.unsafe('drop function refuse cascade');
  await expect.poll(alerts).toHaveLength(1);
  await books.unsafe('alter system reset temp_file_limit');
  await books`select pg_reload_conf()`;
  await expect.poll(() => status('/readyz')).toBe(200);
  expect((await buy()).status).toBe(201);
  expect(logged()).toBe(1);
  expect(await endShop(shop, 'SIGTERM')).toBe(0);
});

/** A small file system of its own. Only root can have one, and not in every container. */
async function mountSmallDisk(): Promise<string | undefined> {
  const disk = `${dir}-small`;
  await mkdir(disk, { mode: 0o711 });
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  onTestFinished(async () => {
    await run('umount', ['-l', disk]);
  });
  return disk;
}

/** Takes all the space that is left; returns how to give it back. */
async function fill(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, 'filler');
  const file = await open(path, 'w');
  const block = Buffer.alloc(1_000_000, 1);
  const write = () =>
    file.write(block).then(
      ({ bytesWritten }) => bytesWritten === block.length,
      () => false,
    );
  while (await write());
  await file.close();
  expect((await statfs(disk)).bavail).toBe(0);
  return () => rm(path);
}

test('on a disk that is really full nothing is lost: it says so, also at the start, and comes back', async (context) => {
  const disk = await mountSmallDisk();
  if (!disk) {
    process.stderr.write('SKIPPED: a full disk needs a tmpfs, and this user may not mount one.\n');
    return context.skip('mount is not permitted');
  }
  const data = join(disk, 'data');
  await run('cp', ['-a', dir, data]);
  const shop = await startShop(data);
  const { books, status, buy } = await arrange(shop.url, data);
  const readiness = () => status('/readyz');

  let free = await fill(disk);
  const filling = books`create table filler as select repeat('x', 1000) from generate_series(1, 10000)`;
  await expect(filling).rejects.toMatchObject({ code: '53100' });
  await expect.poll(readiness).toBe(503);
  expect(await status('/api/cards')).toBe(200);
  // An order may still fit into pages that have room.
  const bought = await buy();
  expect([201, 503]).toContain(bought.status);
  await free();
  await expect.poll(readiness).toBe(200);
  expect((await buy()).status).toBe(bought.status === 201 ? 422 : 201);

  // PostgreSQL ends when it can't write its log, and again at every start.
  free = await fill(disk);
  const writeLog = () =>
    books`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`.then(() => 'written');
  await expect.poll(() => writeLog().catch(() => 'ended'), { interval: 0 }).toBe('ended');
  await expect.poll(readiness).toBe(503);
  await free();
  await expect.poll(readiness).toBe(200);
  expect(await status('/api/cards')).toBe(200);
  expect(shop.child.exitCode).toBeNull();
  expect(await endShop(shop, 'SIGTERM')).toBe(0);

  free = await fill(disk);
  const { code, output } = await runToEnd(data, 'src/server.ts', []);
  expect([code, output]).toEqual([1, expect.stringMatching(/the disk that holds .* is full\. Free some space\./)]);
  await free();
  expect(await endShop(await startShop(data), 'SIGTERM')).toBe(0);
});
