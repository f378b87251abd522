import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { clusterUrl, openCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE } from '#platform/embedded/prepare-database.ts';
import { runCluster } from '#platform/embedded/run-cluster.ts';
import {
  addBuyer,
  copyShop,
  createDataDir,
  endShop,
  openBooks,
  runToEnd,
  type ShopProcess,
  startShop,
} from '#tests/support/shop-process.ts';

const dir = await createDataDir();
const base = dirname(dir);
const target = join(base, 'backups');
const NEXT = '1.0.1';
/** The release after this one: it adds a column in one file and fills it in steps in another, and has a rule more. */
const next = await copyShop(dir);
await release(next, NEXT);
await writeFile(join(next, 'migrations/9001_marks.sql'), 'alter table orders add column mark text;\n');
await writeFile(
  join(next, 'migrations/9002_filled_marks.sql'),
  `-- In steps: there may be millions of orders.
create index concurrently if not exists orders_unmarked on orders (id) where mark is null;
-- Until it changes nothing.
update orders set mark = 'old' where id in (select id from orders where mark is null order by id limit 2);
`,
);
const rules = join(next, 'src/features/shop/orders/rules.sql');
await writeFile(
  rules,
  `${await readFile(rules, 'utf8')}\ncreate or replace function marks() returns text language sql return 'marks';\n`,
);
const BACKUP = { BACKUP_TARGET: target, BACKUP_KEY: await identityToRecipient(await generateX25519Identity()) };
await mkdir(target);

async function release(copy: string, version: string): Promise<void> {
  const file = join(copy, 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version }));
}

const upgrade = (args: string[], env: Record<string, string> = {}, cwd = next) =>
  runToEnd(dir, 'src/cli.ts', ['upgrade', ...args], env, cwd);

/** Their rows are sealed by the test, which the rules of an upgrade end: so all of them come first. */
const tokens = await addBuyers(40);
let sales = 0;

async function addBuyers(count: number): Promise<string[]> {
  const books = await openBooks(dir);
  try {
    const made: string[] = [];
    while (made.length < count) made.push((await addBuyer(books, 50_000)).token);
    return made;
  } finally {
    await books.end({ timeout: 1 });
  }
}

/** Sells a card in a running shop to the next buyer; the HTTP status. */
async function sell(shop: ShopProcess): Promise<number> {
  const [card] = await read<{ id: string }>(
    `select id from cards where state = 'available' order by price_cents limit 1`,
  );
  const token = tokens[sales++ % tokens.length];
  const { status } = await fetch(`${shop.url}/api/invoices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ids: [card!.id] }),
  });
  return status;
}

async function read<T>(statement: string): Promise<T[]> {
  const cluster = await openCluster(dir);
  const books = connect(clusterUrl(cluster, await runCluster(cluster), DATABASE, SUPERUSER), { max: 1 });
  try {
    return (await books.unsafe(statement)) as unknown as T[];
  } finally {
    await books.end({ timeout: 1 });
  }
}

test('the check says what the release changes, with locks and times, and changes nothing', async () => {
  const { code, output } = await upgrade(['--check', '--json']);
  const plan = JSON.parse(output);
  expect(plan).toMatchObject({ release: NEXT, backup: 'nobody', may_sell: true });
  expect(plan.migrations.map(({ name }: { name: string }) => name)).toEqual([
    '9001_marks.sql',
    '9002_filled_marks.sql',
  ]);
  expect(plan.migrations[0].statements[0].locks).toEqual([{ table: 'orders', mode: 'AccessExclusiveLock' }]);
  expect(plan.migrations[1]).toMatchObject({ in_steps: true, takes_away: [] });
  expect(plan.rules_seconds).toBeGreaterThan(0);
  expect(code).toBe(0);
  const said = await upgrade(['--check'], BACKUP);
  expect(said.output).toContain('AccessExclusiveLock on orders');
  expect(said.output).toContain('Before that, the shop takes a backup');
  expect(said.output).toContain('The shop may go on selling meanwhile.');
  expect((await upgrade(['--check'], {}, process.cwd())).output).toContain('The database has all that Facevalue');
  expect((await upgrade(['--json'])).output).toContain('Usage: facevalue upgrade');
}, 600_000);

test('a change that locks a large table for long asks to close the shop, and no step back is promised where something goes', async () => {
  const file = join(next, 'migrations/9003_large.sql');
  await read(`update pg_class set reltuples = 50000000 where relname = 'orders'`);
  await writeFile(file, 'create index on orders (mark);\nalter table orders drop column mark;\n');
  const { code, output } = await upgrade(['--check']);
  await rm(file);
  await read(`analyze orders`);
  expect(output).toContain('Close the shop first, facevalue maintenance on');
  expect(output).toMatch(/Nobody writes orders for about \d+ (seconds|minutes)/);
  expect(output).toContain('No step back after 9003_large.sql, but a restore');
  expect(code).toBe(3);
}, 600_000);

test('the shop goes on selling while its database is upgraded, after a backup', async () => {
  const shop = await startShop(dir);
  const [{ last }] = (await read<{ last: number }>(`select max(number) as last from orders`)) as [{ last: number }];
  const done = upgrade([], BACKUP);
  let [sold, ended] = [0, false];
  void done.finally(() => {
    ended = true;
  });
  while (!ended) {
    expect(await sell(shop)).toBe(201);
    sold++;
  }
  const { code, output } = await done;
  expect([code, output]).toEqual([0, expect.stringContaining(`The database is that of Facevalue ${NEXT}`)]);
  expect(sold).toBeGreaterThan(0);
  // The release before sells with the tables and rules of the one after.
  expect(await sell(shop)).toBe(201);
  await endShop(shop, 'SIGTERM');
  const again = await startShop(dir);
  expect(await sell(again)).toBe(201);
  await endShop(again, 'SIGTERM');
  const [backup] = await read<{ by: string; name: string }>(`select by, name from backups`);
  expect(backup!.by).toBe('upgrade');
  const names = await readdir(target, { recursive: true });
  expect(names.filter((name) => name.includes(`${backup!.name}/index.`))).toHaveLength(1);
  expect(await read(`select from orders where number <= ${last} and mark is distinct from 'old'`)).toEqual([]);
  expect(await read(`select marks()`)).toEqual([{ marks: 'marks' }]);
}, 600_000);

test('a failed backup stops the upgrade, and without one it takes a word', async () => {
  const file = join(next, 'migrations/9004_more.sql');
  await writeFile(file, 'alter table orders add column more text;\n');
  const away = { ...BACKUP, BACKUP_TARGET: join(base, 'nowhere') };
  const failed = await upgrade([], away);
  expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('Nothing was migrated')]);
  expect(failed.output).toContain('There is no folder');
  const column = `select from pg_attribute where attrelid = 'orders'::regclass and attname = 'more'`;
  expect(await read(column)).toHaveLength(0);
  expect((await upgrade(['--without-backup'], away)).code).toBe(0);
  expect(await read(column)).toHaveLength(1);
}, 600_000);

test('one step back is a command: the release before takes its own rules, sells, and the next goes forward again', async () => {
  const back = await upgrade(['--back']);
  expect([back.code, back.output]).toEqual([0, expect.stringMatching(/is ready for Facevalue \d/)]);
  const shop = await startShop(dir);
  expect(await sell(shop)).toBe(201);
  await endShop(shop, 'SIGTERM');
  await expect(read(`select marks()`)).rejects.toThrow('marks() does not exist');
  expect((await upgrade(['--back'], {}, process.cwd())).output).toContain('No release before this one');
  const forward = await startShop(dir, {}, { cwd: next });
  expect(await sell(forward)).toBe(201);
  await endShop(forward, 'SIGTERM');
  expect(await read(`select marks()`)).toEqual([{ marks: 'marks' }]);
}, 600_000);

test('after a migration that takes something away, the release before refuses, and the step back names the backup', async () => {
  await writeFile(join(next, 'migrations/9005_taken.sql'), 'alter table orders drop column more;\n');
  expect((await upgrade([], BACKUP)).code).toBe(0);
  const refused = await runToEnd(dir, 'src/server.ts', []);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('it has 9005_taken.sql, which is unknown here'),
  ]);
  const { code, output } = await upgrade(['--back']);
  expect(output).toContain('9005_taken.sql took away what Facevalue');
  const [backup] = await read<{ name: string }>(`select name from backups order by ended_at desc limit 1`);
  expect(output).toContain(`restore the backup of before the upgrade, ${backup!.name} in ${target}`);
  expect(code).toBe(1);
}, 600_000);
