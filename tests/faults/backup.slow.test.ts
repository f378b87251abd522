import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, expect, test, vi } from 'vitest';
import { newToken } from '#features/identity/sessions/session/session-token.ts';
import { openCard, type SealedCard } from '#features/supply/batches/secrets/card-secret.ts';
import type { Sql } from '#platform/db/client.ts';
import { openCluster, stopCluster } from '#platform/embedded/postgres-cluster.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { S3_ACCESS, startS3 } from '#tests/support/s3-server.ts';
import {
  addSession,
  createDataDir,
  type Ended,
  endShop,
  openBooks,
  postgresPid,
  runToEnd,
  startShop,
} from '#tests/support/shop-process.ts';

const PATIENCE = { timeout: 300_000, interval: 500 };

const dir = await createDataDir();
const base = dirname(dir);
const target = join(base, 'backups');
const identity_file = join(base, 'identity');
const master_key = join(base, 'master.key');
const identity = await generateX25519Identity();
const BACKUP = { BACKUP_TARGET: target, BACKUP_KEY: await identityToRecipient(identity) };
/** When the first order was there, and the second one wasn't. */
let between: string;
const orders: string[] = [];

const restore = (to: string, args: string[] = [], env: Record<string, string> = {}): Promise<Ended> =>
  restoreFrom(target, to, args, env);

const restoreFrom = (source: string, to: string, args: string[], env: Record<string, string>): Promise<Ended> =>
  runToEnd(
    join(base, 'none'),
    'src/cli.ts',
    ['restore', source, '--to', join(base, to), '--identity', identity_file, ...args],
    { MASTER_KEY_FILE: master_key, ...env },
  );

/** Reads a restored shop, whose master key is put there as an operator does, and stops its database again. */
async function readShop(name: string, read: (books: Sql) => Promise<void>): Promise<void> {
  const restored = join(base, name);
  await cp(master_key, join(restored, 'master.key'));
  const books = await openBooks(restored);
  try {
    await read(books);
  } finally {
    await books.end({ timeout: 1 });
    await stopCluster(await openCluster(restored));
  }
}

const ordersIn = async (books: Sql): Promise<string[]> =>
  (await books<{ id: string }[]>`select id from orders where id = any(${orders})`).map(({ id }) => id);

/** A shop that archives is killed, database and all, after an order that no archive has. */
beforeAll(async () => {
  await mkdir(target);
  await writeFile(identity_file, `# made for a test\n${identity}\n`);
  await cp(join(dir, 'master.key'), master_key);
  const shop = await startShop(dir, BACKUP);
  const books = await openBooks(dir);
  const [buyer] = await books<{ id: string }[]>`select id from users where username = 'regular'`;
  const token = newToken();
  await addSession(books, buyer!.id, token);
  const cards = await books<{ id: string }[]>`
    select id from cards where state = 'available' order by price_cents limit 3`;
  const buy = async (at: number) => {
    const answer = await fetch(`${shop.url}/api/invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ids: [cards[at]!.id] }),
    });
    expect(answer.status).toBe(201);
    orders.push((await answer.json()).data.id);
  };
  await vi.waitFor(
    async () => expect(await books`select from backups where name is not null`).toHaveLength(1),
    PATIENCE,
  );
  for (const task of ['mail', 'deliver_alert'])
    await books`select graphile_worker.add_job(${task}, '{}'::json, run_at => now() + interval '1 day')`;
  await buy(0);
  const [now] = await books<{ at: string }[]>`select clock_timestamp() as at`;
  // Milliseconds are cut off on the way.
  between = new Date(Date.parse(now!.at) + 1).toISOString();
  await buy(1);
  const [log] = await books<{ segment: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as segment`;
  const archived = async () =>
    (await readdir(target, { recursive: true })).some((name) => name.includes(`wal/${log!.segment}`));
  await vi.waitFor(async () => expect(await archived()).toBe(true), PATIENCE);
  // The disk with the archive goes away.
  await rename(target, `${target}-away`);
  await buy(2);
  process.kill(await postgresPid(dir), 'SIGKILL');
  await endShop(shop, 'SIGKILL');
  await books.end({ timeout: 0 });
  await rename(`${target}-away`, target);
}, 600_000);

test('a restore has all that the log had when the machine was lost, and every check holds', async () => {
  const { code, output } = await restore('back');
  expect(output).toContain('every balance is correct');
  expect(output).toContain('the chain is intact');
  expect(output).toContain('every page is sound');
  expect(output).toMatch(
    /\n[2-9]\d* mails, push messages and messages to receivers of alerts that waited are set aside/,
  );
  expect(output).toMatch(/[1-9]\d* cards, one of each batch, open/);
  expect(output).toMatch(/orders after number \d+ of .* that buyers have mails for/);
  expect(code).toBe(0);
  await readShop('back', async (books) => {
    expect((await ordersIn(books)).sort()).toEqual(orders.slice(0, 2).sort());
    expect(await books`select from sessions`).toHaveLength(0);
    const sendable = await books`
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('mail', 'push', 'deliver_alert') and j.is_available`;
    expect(sendable).toHaveLength(0);
    const [entry] = await books`select action from audit_entries where action = 'shop.restored'`;
    expect(entry).toBeDefined();
    const [next] = await books<{ gap: number }[]>`
      select nextval('order_numbers') - (select max(number) from orders) as gap`;
    expect(next!.gap).toBeGreaterThan(1_000);
  });
}, 600_000);

test('a restored shop starts and serves', async () => {
  const shop = await startShop(join(base, 'back'));
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  await endShop(shop, 'SIGTERM');
}, 600_000);

test('a drill restores the newest backup beside the running shop, records how it went, and leaves nothing behind', async () => {
  const home = join(base, 'back');
  const at = join(base, 'drills');
  await mkdir(at);
  const env = { ...BACKUP, BACKUP_TARGET: at, BACKUP_DRILL_IDENTITY_FILE: identity_file };
  const drill = (changes: Record<string, string> = {}) =>
    runToEnd(home, 'src/cli.ts', ['drill'], { ...env, ...changes });
  await chmod(identity_file, 0o600);
  const shop = await startShop(home, env);
  const books = await openBooks(home);
  // The first one begins by itself, once there is a backup.
  const succeeded = () => books`select backup, bytes, error from backup_drills where error = ''`;
  await vi.waitFor(async () => expect(await succeeded()).toHaveLength(1), PATIENCE);
  const byHand = await drill();
  expect(byHand.output).toMatch(/MB with \d+ segments of the log, came back in \d+ seconds, and every check held/);
  expect(byHand.code).toBe(0);
  expect(await succeeded()).toHaveLength(2);
  expect(await readdir(home)).not.toContain('drill');
  await chmod(identity_file, 0o644);
  expect((await drill()).output).toContain('is open to other users of this machine: chmod 600 it.');
  expect((await drill({ BACKUP_DRILL_IDENTITY_FILE: join(base, 'none') })).output).toContain("can't be read (ENOENT)");
  const other = join(base, 'other-drill-identity');
  await writeFile(other, await generateX25519Identity(), { mode: 0o600 });
  const refused = await drill({ BACKUP_DRILL_IDENTITY_FILE: other });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('encrypted to another key')]);
  const [last] = await books`select error, backup from backup_drills order by ended_at desc limit 1`;
  expect(last!.error).toContain('encrypted to another key');
  expect(await readdir(home)).not.toContain('drill');
  await books.end({ timeout: 1 });
  await endShop(shop, 'SIGTERM');
}, 600_000);

test('a scrubbed copy holds nobody, no code and no key, not even in its files; it checks out, starts alone and says what it is', async () => {
  const { code, output } = await restore('scrubbed', ['--scrub']);
  expect(output).toContain('with a master key of its own');
  expect([code, output]).toEqual([0, output]);
  const copy = join(base, 'scrubbed');
  const former: string[] = [];
  const vault = createVault(master_key);
  await readShop('back', async (books) => {
    const people = await books<{ texts: string[] }[]>`select array[username, email, id::text] as texts from users`;
    former.push(...people.flatMap(({ texts }) => texts.slice(0, 2)));
    const cards = await books<SealedCard[]>`
      select c.id as card_id, c.programme_id, c.batch_id, b.data_key, c.sealed from cards c
      join batches b on b.id = c.batch_id limit 200`;
    former.push(...cards.flatMap((card) => openCard(vault, card).code ?? []));
    const sealed = await books<{ text: string }[]>`select encode(data_key, 'hex') as text from batches`;
    former.push(...sealed.map(({ text }) => text));
  });
  expect(former.length).toBeGreaterThan(200);
  const books = await openBooks(copy);
  const rows: string[] = [];
  const tables = await books<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relkind in ('r', 'm')
      and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;
  for (const { name } of tables) {
    const found = await books.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => row));
  }
  const all = rows.join('\n');
  // Usernames of the demo such as "buyer" are words of the shop, too.
  const told = former.filter((text) => /[@\d]/.test(text));
  expect(told.filter((text) => all.includes(text))).toEqual([]);
  expect(await books`select from users where username not like 'made-%'`).toEqual([]);
  expect(await books`select from sessions`).toEqual([]);
  expect(await books`select from graphile_worker._private_jobs`).toEqual([]);
  await books.end({ timeout: 1 });
  await stopCluster(await openCluster(copy));
  const addresses = former.filter((text) => text.includes('@')).map((text) => Buffer.from(text));
  for (const name of await readdir(copy, { recursive: true })) {
    const path = join(copy, name);
    if (!(await stat(path)).isFile()) continue;
    const bytes = await readFile(path);
    expect([name, ...addresses.filter((address) => bytes.includes(address))]).toEqual([name]);
  }
  expect((await readFile(join(copy, 'master.key'))).equals(await readFile(master_key))).toBe(false);
  const passwordIn = (dir: string) => readFile(join(dir, 'postgres', 'password'), 'utf8');
  expect(await passwordIn(copy)).not.toBe(await passwordIn(join(base, 'back')));
  const shop = await startShop(copy);
  expect(await (await fetch(`${shop.url}/login`)).text()).toContain('<strong>Staging.</strong>');
  await endShop(shop, 'SIGTERM');
}, 600_000);

test('a restore to a moment has what was committed by then, and nothing after it', async () => {
  expect((await restore('then', ['--at', between])).output).toContain('every balance is correct');
  await readShop('then', async (books) => expect(await ordersIn(books)).toEqual(orders.slice(0, 1)));
}, 600_000);

test('the master key is in no backup', async () => {
  const key = await readFile(master_key);
  for (const name of await readdir(target, { recursive: true })) {
    expect(name).not.toContain('master');
    const path = join(target, name);
    if ((await stat(path)).isFile()) expect((await readFile(path)).includes(key)).toBe(false);
  }
});

test('a restore is refused into a used folder, with another identity or master key, and to a moment that is not there', async () => {
  expect((await restore('back')).output).toContain("isn't empty: restore into a new folder.");
  const other = join(base, 'other-identity');
  await writeFile(other, await generateX25519Identity());
  const refused = await restore('new', ['--identity', other]);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('encrypted to another key')]);
  const key = join(base, 'other.key');
  await writeFile(key, randomBytes(32), { mode: 0o600 });
  expect((await restore('new', [], { MASTER_KEY_FILE: key })).output).toContain('Nothing in');
  expect((await restore('new', [], { MASTER_KEY_FILE: join(base, 'none.key') })).output).toContain(
    'There is no master key at',
  );
  expect((await restore('new', ['--at', '2020-01-01T00:00:00Z'])).output).toContain('The oldest backup');
  expect((await restore('new', ['--at', '2099-01-01T00:00:00Z'])).output).toContain('ends before');
  expect((await restore('new', ['--at', 'yesterday'])).output).toContain('is no time with a time zone');
  expect((await readdir(base)).filter((name) => name.startsWith('new'))).toEqual([]);
  const left = join(base, 'cut.restoring-4f1d2c0a');
  await mkdir(left);
  expect((await restore('cut', ['--at', '2020-01-01T00:00:00Z'])).output).toContain(`${left} is left of a restore`);
}, 600_000);

test('what was put in place of something else in the store is refused: a file of the copy, and a segment of the log', async () => {
  const names = (await readdir(target, { recursive: true })).sort();
  const [file, otherFile] = names.filter((name) => name.includes('/global/') && name.endsWith('.age'));
  const [segment, otherSegment] = names.filter((name) => name.includes('/wal/')).reverse();
  for (const [name, other] of [
    [file!, otherFile!],
    [segment!, otherSegment!],
  ] as const) {
    const before = await readFile(join(target, name));
    await cp(join(target, other), join(target, name));
    const { code, output } = await restore('changed');
    expect([code, output]).toEqual([1, expect.stringContaining(`${name} was changed after it was stored.`)]);
    await writeFile(join(target, name), before);
  }
}, 600_000);

test('a backup is refused without a folder, within DATA_DIR, and without a valid key', async () => {
  const backup = (env: Record<string, string>, args: string[] = []) =>
    runToEnd(join(base, 'back'), 'src/cli.ts', ['backup', ...args], env);
  const key = BACKUP.BACKUP_KEY;
  expect((await backup({}, [join(base, 'nowhere'), '--key', key])).output).toContain('There is no folder');
  expect((await backup({}, [join(base, 'back', 'x'), '--key', key])).output).toContain('lies in DATA_DIR');
  expect((await backup({}, [target, '--key', `${key}x`])).output).toContain('--key is no public key of age');
  expect((await backup({ BACKUP_TARGET: target })).output).toContain('BACKUP_TARGET and BACKUP_KEY go together');
  expect((await backup({ ...BACKUP, BACKUP_KEY: 'age1x' })).output).toContain('BACKUP_KEY must be the public key');
  expect((await backup({ ...BACKUP, BACKUP_TARGET: join(base, 'back') })).output).toContain('lies in DATA_DIR');
}, 600_000);

test('a second backup stores only what changed since the first', async () => {
  const at = join(base, 'incremental');
  await mkdir(at);
  const take = async () =>
    /(\d+) files, (\d+) of them stored anew/
      .exec((await runToEnd(join(base, 'back'), 'src/cli.ts', ['backup', at, '--key', BACKUP.BACKUP_KEY])).output)
      ?.slice(1)
      .map(Number) ?? [];
  const [files = 0, all] = await take();
  expect(all).toBe(files);
  const [, changed = 0] = await take();
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(files / 2);
}, 600_000);

test('a backup goes into a bucket and comes back from it', async () => {
  const s3 = await startS3();
  const access = { BACKUP_S3_REGION: S3_ACCESS.region, BACKUP_S3_KEY_ID: S3_ACCESS.key_id };
  const keys = { ...access, BACKUP_S3_SECRET: S3_ACCESS.secret };
  const backup = (env: Record<string, string>) =>
    runToEnd(join(base, 'back'), 'src/cli.ts', ['backup', s3.target, '--key', BACKUP.BACKUP_KEY], env);
  expect((await backup({})).output).toContain('needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET');
  const refused = await backup({ ...keys, BACKUP_S3_SECRET: 'canary' });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('SignatureDoesNotMatch')]);
  expect(refused.output).not.toContain('canary');
  expect((await backup(keys)).code).toBe(0);
  expect([...s3.objects.keys()].every((name) => name.startsWith('shop/'))).toBe(true);
  const { code, output } = await restoreFrom(s3.target, 'from-bucket', [], keys);
  expect(output).toContain('every balance is correct');
  expect(output).toContain('every page is sound');
  expect(code).toBe(0);
  await readShop('from-bucket', async (books) => expect(await ordersIn(books)).toHaveLength(2));
}, 600_000);
