import { appendFile, chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { openObject } from '#platform/backup/restore/open-object.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { createDataDir, endShop, runToEnd, startShop } from '#tests/support/shop-process.ts';
import { addShopDatabase, startSystemPostgres, systemReleases } from '#tests/support/system-postgres.ts';

const [release] = await systemReleases();
const PATIENCE = { timeout: 300_000, interval: 500 };

if (release === undefined) {
  console.warn('There is no PostgreSQL of the system here, so no dump was tried: apt-get install postgresql');
  test.skip('no PostgreSQL is installed: apt-get install postgresql');
}

const dir = await createDataDir({ empty: true });
const base = dirname(dir);
const target = join(base, 'backups');
const identity_file = join(base, 'identity');
const identity = await generateX25519Identity();
const BACKUP = { BACKUP_TARGET: target, BACKUP_KEY: await identityToRecipient(identity) };
let server: Awaited<ReturnType<typeof startSystemPostgres>>;
let shopUrls: Record<string, string>;
let books: Sql;

const cli = (args: string[], env: Record<string, string>, at = dir) => runToEnd(at, 'src/cli.ts', args, env);

/** A shop in a database of the system's server takes its first backup by itself. */
beforeAll(async () => {
  if (release === undefined) return;
  await mkdir(target);
  await writeFile(identity_file, `${identity}\n`);
  server = await startSystemPostgres(release);
  shopUrls = await addShopDatabase(server.url, 'shop');
  books = connect(shopUrls.DATABASE_OWNER_URL!, { max: 1 });
  const shop = await startShop(dir, { ...shopUrls, ...BACKUP });
  await vi.waitFor(
    async () => expect(await books`select from backups where name is not null`).toHaveLength(1),
    PATIENCE,
  );
  await endShop(shop, 'SIGTERM');
}, 600_000);

afterAll(async () => {
  await books?.end({ timeout: 1 });
  await server?.stop();
});

test.runIf(release)(
  'an external database is dumped into the store, sealed, and comes back into an empty one',
  async () => {
    expect((await cli(['user', 'add', 'later', 'later@example.com', '--link'], shopUrls)).code).toBe(0);
    const taken = await cli(['backup'], { ...shopUrls, ...BACKUP });
    expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('a dump')]);
    const [row] = await books`select form, by, place from backups order by ended_at desc limit 1`;
    expect(row).toEqual({ form: 'dump', by: 'command', place: target });
    const names = await readdir(target, { recursive: true });
    expect(names.filter((name) => name.endsWith('database.dump.zst.age'))).toHaveLength(2);

    const urls = await addShopDatabase(server.url, 'restored');
    const key = join(base, 'master.key');
    await cp(join(dir, 'master.key'), key);
    const restore = (env: Record<string, string>, to = 'database') =>
      cli(
        ['restore', target, '--to', to, '--identity', identity_file],
        { MASTER_KEY_FILE: key, ...env },
        join(base, 'new'),
      );
    const { code, output } = await restore(urls);
    expect(output).toContain('every balance is correct');
    expect(output).toContain('the chain is intact');
    expect(output).toContain('sessions ended');
    expect(code).toBe(0);
    const restored = connect(urls.DATABASE_URL!, { max: 1 });
    expect(await restored`select from users where username = 'later'`).toHaveLength(1);
    await restored.end();
    const shop = await startShop(join(base, 'new'), { ...urls, MASTER_KEY_FILE: key });
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await endShop(shop, 'SIGTERM');

    expect((await restore(urls)).output).toContain("isn't empty");
    expect((await restore({})).output).toContain('Set DATABASE_URL and DATABASE_OWNER_URL to the empty database');
    expect((await restore({}, join(base, 'folder'))).output).toContain('has dumps of an external database alone');
  },
  600_000,
);

test.runIf(release)(
  'a drill restores the newest dump into a server of its own beside the running shop, and leaves it and the live one as they were',
  async () => {
    const at = join(base, 'drilled');
    await mkdir(at);
    const env = { ...shopUrls, ...BACKUP, BACKUP_TARGET: at, BACKUP_DRILL_IDENTITY_FILE: identity_file };
    const admin = connect(server.url.replace(/postgres$/, 'shop'), { max: 1 });
    const databases = async () => (await admin<{ datname: string }[]>`select datname from pg_database`).length;
    const [before, drill] = [await databases(), () => cli(['drill'], env)];
    await chmod(identity_file, 0o600);
    const shop = await startShop(dir, env);
    const drills = () => books<{ error: string; segments: number }[]>`
      select error, segments from backup_drills order by ended_at desc`;
    // The first one begins by itself, once there is a dump.
    await vi.waitFor(async () => expect(await drills()).toEqual([{ error: '', segments: 0 }]), PATIENCE);
    await endShop(shop, 'SIGTERM');

    const { code, output } = await drill();
    expect(output).toContain('every balance is correct');
    expect(output).toContain('the chain is intact');
    expect(output).toMatch(/, a dump of \d+\.\d MB, came back in \d+ seconds, and every check held/);
    expect([code, await drills()]).toEqual([0, [expect.anything(), expect.anything()]]);

    // Somebody wrote to the database past the shop, and the dump has it.
    const [entry] = await admin<
      { id: string; details: object }[]
    >`select id, details from audit_entries order by id limit 1`;
    const write = (details: object) =>
      admin.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`update audit_entries set details = ${tx.json(details as never)} where id = ${entry!.id}`;
      });
    await write({ ...entry!.details, forged: true });
    expect((await cli(['backup'], env)).code).toBe(0);
    await write(entry!.details);
    const refused = await drill();
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('not all of it is right: audit log')]);
    expect((await drills())[0]!.error).toContain('not all of it is right: audit log');

    expect((await cli(['backup'], env)).code).toBe(0);
    expect((await drill()).code).toBe(0);
    expect(await readdir(dir)).not.toContain('drill');
    expect(await databases()).toBe(before);
    expect(await books`select from audit_entries where action = 'shop.restored'`).toEqual([]);
    await admin.end();
  },
  600_000,
);

test.runIf(release)(
  'a restore that is interrupted leaves a database from which no shop starts, and is run again',
  async () => {
    const urls = await addShopDatabase(server.url, 'interrupted');
    const env = { ...urls, MASTER_KEY_FILE: join(dir, 'master.key') };
    const args = ['restore', target, '--to', 'database', '--identity', identity_file];
    const restore = (more: Record<string, string> = {}) => cli(args, { ...env, ...more }, join(base, 'again'));
    // The dump is in, and what comes next ends it: there is no role of that name.
    expect((await restore({ DATABASE_WEB_ROLE: 'nobody' })).code).toBe(1);
    const owner = connect(urls.DATABASE_OWNER_URL, { max: 1 });
    expect(await owner`select from users where username = 'later'`).toHaveLength(1);
    expect((await cli(['chain', 'status'], env, join(base, 'again'))).output).toContain('or facevalue restore');
    expect((await restore()).code).toBe(0);
    expect(await owner`select from users where username = 'later'`).toHaveLength(1);
    expect(await owner`select from audit_entries where action = 'shop.restored'`).toHaveLength(1);
    await owner.end();
    expect((await cli(['chain', 'status'], env, join(base, 'again'))).output).not.toContain('facevalue restore');
  },
  600_000,
);

test.runIf(release)(
  'the anchors of a dump are those of before it: one that was made meanwhile names entries that it lacks',
  async () => {
    const file = join(dir, 'audit-anchors.jsonl');
    const anchors = await readFile(file, 'utf8');
    const at = join(base, 'meanwhile');
    await mkdir(at);
    const held = await books.reserve();
    await held`begin`;
    await held`lock table canned_answers in access exclusive mode`;
    const taking = cli(['backup', at], { ...shopUrls, ...BACKUP });
    const watching = connect(server.url, { max: 1 });
    const waiting = () => watching`
      select from pg_stat_activity where application_name = 'facevalue backup' and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), PATIENCE);
    await appendFile(file, 'a later anchor\n');
    await held`rollback`;
    held.release();
    await watching.end();
    expect((await taking).code).toBe(0);
    await writeFile(file, anchors);
    const { backups: macs } = createVault(join(dir, 'master.key'));
    const from = { store: await openStore(at, null), macs, identity };
    const manifest = await readManifest(from, await findBackup(from.store, macs, { format: 2, at: null }));
    const stored = manifest.files.find(({ path }) => path === 'audit-anchors.jsonl');
    await openObject(from, stored!.object, join(base, 'anchors'), () => {});
    expect(await readFile(join(base, 'anchors'), 'utf8')).toBe(anchors);
  },
  600_000,
);

test.runIf(release)(
  'a dump that was changed in the store is refused before anything of it runs',
  async () => {
    const names = (await readdir(target, { recursive: true })).filter((name) => name.endsWith('database.dump.zst.age'));
    const [one, other] = names.sort();
    await cp(join(target, one!), join(target, other!));
    const urls = await addShopDatabase(server.url, 'changed');
    const env = { ...urls, MASTER_KEY_FILE: join(dir, 'master.key') };
    const { code, output } = await cli(
      ['restore', target, '--to', 'database', '--identity', identity_file],
      env,
      join(base, 'other'),
    );
    expect([code, output]).toEqual([1, expect.stringContaining(`${other} was changed after it was stored.`)]);
    const empty = connect(urls.DATABASE_URL!, { max: 1 });
    expect(await empty`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
    await empty.end();
  },
  600_000,
);

test.runIf(release)(
  'a dump that fails leaves nothing in the store, and is recorded with the reason',
  async () => {
    const before = await readdir(target, { recursive: true });
    const admin = connect(server.url.replace(/postgres$/, 'shop'), { max: 1 });
    await admin`create schema theirs create table refused (id int)`;
    const { code, output } = await cli(['backup'], { ...shopUrls, ...BACKUP });
    await admin`drop schema theirs cascade`;
    await admin.end();
    expect([code, output]).toEqual([1, expect.stringMatching(/pg_dump failed: .*permission denied/s)]);
    expect(await readdir(target, { recursive: true })).toEqual(before);
    const [row] = await books<{ error: string }[]>`select error from backups order by ended_at desc limit 1`;
    expect(row!.error).toContain('permission denied');
  },
  600_000,
);
