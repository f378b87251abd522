import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { APP, OWNER } from '#platform/embedded/postgres-cluster.ts';
import { createLogger } from '#platform/log.ts';
import { withDatabase, withRole } from '#tests/support/database-server.ts';
import { migrateDatabase } from './migrate-database.ts';

const superuser = inject('database_url');
const admin = connect(superuser, { max: 1 });
const made: { databases: string[]; roles: string[] } = { databases: [], roles: [] };
afterAll(async () => {
  for (const name of made.databases) await admin`drop database ${admin(name)} with (force)`;
  for (const name of made.roles) await admin`drop role ${admin(name)}`;
  await admin.end();
});

let url: string;
let logged: string[];
const log = createLogger('warn', { write: (line: string) => void logged.push(JSON.parse(line).msg) });
const open = (urls: { url: string; owner_url?: string }, demo = false) =>
  migrateDatabase({ owner_url: null, ...urls }, { demo, log });

beforeEach(async () => {
  logged = [];
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin`create database ${admin(name)} owner ${admin(OWNER)}`;
  made.databases.push(name);
  url = withDatabase(superuser, name);
});

async function query(as: string, statement: string): Promise<unknown> {
  const sql = connect(as, { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** The URL of a new role, with what was granted to it. */
async function addRole(attributes: string, member = ''): Promise<string> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  made.roles.push(name);
  await admin.unsafe(`create role ${name} login password 'secret' ${attributes}`);
  if (member) await admin.unsafe(`grant ${member} to ${name}`);
  const changed = new URL(url);
  changed.username = name;
  changed.password = 'secret';
  return changed.href;
}

test('processes that start at the same time on an empty database all find it migrated', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  await Promise.all(Array.from({ length: 4 }, () => open(urls)));
  expect(await query(urls.url, 'select count(*) from users')).toEqual([{ count: 0 }]);
});

test('money that nobody paid in is known to the books of a demo alone', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  const grants = () => query(urls.url, "select debit, credit from transfer_kinds where kind = 'demo_grant'");
  await open(urls);
  expect(await grants()).toEqual([]);
  await open(urls, true);
  expect(await grants()).toEqual([{ debit: 'demo_money', credit: 'available' }]);
  await open(urls);
  expect(await grants()).toEqual([]);
});

test('the owner migrates an empty database, and the other role serves with its rights, again and again', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  await open(urls);
  await open(urls);
  expect(await query(urls.url, 'select count(*) from users')).toEqual([{ count: 0 }]);
  await expect(query(urls.url, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  await expect(query(urls.url, 'create temporary table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  expect(logged).toEqual([]);
});

test('a right that somebody added is gone after the next start', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  await open(urls);
  await query(urls.owner_url, `grant delete on audit_entries to ${APP}`);
  await open(urls);
  await expect(query(urls.url, 'delete from audit_entries')).rejects.toMatchObject({ code: '42501' });
});

test.for([
  ['superuser', '', 'superuser'],
  ['bypassrls', '', 'bypassrls'],
  ['replication', '', 'replication'],
  ['createrole', '', 'createrole'],
  ['', 'pg_execute_server_program', 'pg_execute_server_program'],
  ['', 'pg_read_server_files', 'pg_read_server_files'],
  ['', 'pg_write_server_files', 'pg_write_server_files'],
] as const)(
  'outside demo mode no shop serves as a role with %s%s, and nothing is migrated',
  async ([attributes, member, named]) => {
    const powerful = await addRole(attributes, member);
    await expect(open({ url: powerful, owner_url: withRole(url, OWNER) })).rejects.toThrow(
      `too many rights (${named})`,
    );
    expect(await query(url, `select to_regclass('users') as users`)).toEqual([{ users: null }]);
  },
);

test('demo mode serves as any role', async () => {
  await open({ url }, true);
  expect(logged).toEqual([expect.stringContaining('owns the tables')]);
});

test('the owner alone migrates and serves, with a warning', async () => {
  await open({ url: withRole(url, OWNER) });
  expect(logged).toEqual([expect.stringContaining('Set DATABASE_OWNER_URL')]);
});

test('two addresses of one role are refused outside demo mode', async () => {
  const owner_url = withRole(url, OWNER);
  await expect(open({ url: owner_url, owner_url })).rejects.toThrow('may create tables or change the audit log');
});

test('addresses of two databases are refused', async () => {
  const other = withRole(withDatabase(superuser, 'postgres'), APP);
  await expect(open({ url: other, owner_url: withRole(url, OWNER) })).rejects.toThrow('name different databases');
});

test('a role that only serves can start alone once another process has migrated, not before', async () => {
  const app = withRole(url, APP);
  await expect(open({ url: app })).rejects.toThrow('Set DATABASE_OWNER_URL');
  await open({ url: app, owner_url: withRole(url, OWNER) });
  await open({ url: app });
  expect(logged).toEqual([]);
});

test('what comes before a migration comes once, before a change of a shop alone, and its failure leaves all as it was', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  const came: string[] = [];
  const start = (before: () => Promise<void>) => migrateDatabase(urls, { demo: false, log, before });
  const come = async () => void came.push('before');
  await start(come);
  await start(come);
  expect(came).toEqual([]);
  await query(
    urls.owner_url,
    `delete from schema_migrations where version = 37; alter table backups drop column form,
    drop column found_at, drop column removed_at, drop column removal_error`,
  );
  const serving = migrateDatabase({ url: urls.url, owner_url: null }, { demo: false, log, before: come });
  await expect(serving).rejects.toThrow('Set DATABASE_OWNER_URL');
  expect(came).toEqual([]);
  const failing = start(() => Promise.reject(new Error('no backup')));
  await expect(failing).rejects.toThrow('no backup');
  expect(await query(urls.owner_url, 'select from schema_migrations where version = 37')).toEqual([]);
  await Promise.all([start(come), start(come), start(come)]);
  expect(came).toEqual(['before']);
  expect(await query(urls.owner_url, 'select form from backups')).toEqual([]);
});

test('of two that upgrade while somebody sells, one builds the indexes, and the other waits without being waited for', async () => {
  const urls = { url: withRole(url, APP), owner_url: withRole(url, OWNER) };
  const start = () => migrateDatabase(urls, { demo: false, log, before: async () => {} });
  await start();
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = 1`);
  await query(
    urls.owner_url,
    'delete from schema_migrations where version = 59; drop index seller_lines_sold, ledger_transfers_without_reference',
  );
  const [seller, watcher] = [connect(url, { max: 1 }), connect(url, { max: 1 })];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const selling = seller.begin(async (tx) => {
    await tx`lock table seller_lines in row exclusive mode`;
    await held;
  });
  const patience = { timeout: 60_000, interval: 5 };
  const first = start();
  const begun = () => watcher`select from pg_indexes where indexname = 'seller_lines_sold'`;
  await vi.waitFor(async () => expect(await begun()).toHaveLength(1), patience);
  const second = start();
  const asks = () => watcher`
    select from pg_stat_activity where datname = current_database() and query ~ '^select pg_(try_)?advisory_lock'`;
  await vi.waitFor(async () => expect((await asks()).length).toBe(1), patience);
  release();
  await selling;
  expect(await Promise.allSettled([first, second])).toEqual([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  for (const each of [seller, watcher]) await each.end();
});
