import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { clusterUrl, OWNER, openCluster, SUPERUSER, stopCluster } from './postgres-cluster.ts';
import { runCluster } from './run-cluster.ts';

const holder = fileURLToPath(new URL('../../../tests/support/hold-database.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

let base: string;
let dir: string;
const open: { stop(): Promise<unknown> }[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'facevalue embedded '));
  await chmod(base, 0o711);
  dir = join(base, 'data dir');
});

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop().catch(() => {});
  await openCluster(dir)
    .then(stopCluster)
    .catch(() => {});
  await rm(base, { recursive: true, force: true });
});

async function start(log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dir, log });
  open.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = connect(url, { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Another process that holds the directory; resolves with the first thing it printed: its URL or its refusal. */
async function hold(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [holder, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  open.push({ stop: () => end(child, 'SIGKILL') });
  for await (const line of child.stdout.setEncoding('utf8')) {
    const said = /postgres:\S+|Another.*/.exec(line)?.[0];
    if (said) return { child, said };
  }
  throw new Error('the holder ended without a word');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('a new directory becomes a cluster with checksums that listens on loopback alone, and keeps its data', async () => {
  const first = await start();
  const settings = ['data_checksums', 'listen_addresses', 'unix_socket_directories', 'fsync', 'server_encoding'];
  const cluster = await openCluster(dir);
  const shown = await query(
    clusterUrl(cluster, Number(new URL(first.url).port), 'facevalue', SUPERUSER),
    `select setting from unnest('{${settings}}'::text[]) s, current_setting(s) setting`,
  );
  expect(shown.map((row) => row.setting)).toEqual(['on', '127.0.0.1', '', 'on', 'UTF8']);
  expect((await stat(join(dir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  await query(first.owner_url, 'create table kept (id int)');
  await first.stop();
  await expect(access(join(dir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow(/ENOENT/);
  const second = await start();
  expect(new URL(second.url).port).toBe(new URL(first.url).port);
  expect(await query(second.owner_url, 'select * from kept')).toEqual([]);
});

test('nobody gets in without the password', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('the directory of an earlier release, where the superuser owned everything, keeps its data under the owner', async () => {
  const cluster = await openCluster(dir);
  const port = await runCluster(cluster);
  await query(clusterUrl(cluster, port, 'postgres', SUPERUSER), 'create database facevalue');
  const before = clusterUrl(cluster, port, 'facevalue', SUPERUSER);
  for (const statement of [
    'create table kept (id int generated always as identity, n serial, made text)',
    "insert into kept (made) values ('before')",
    'create view seen as select * from kept',
    'create materialized view stored as select * from kept',
    'create sequence numbers',
    "create type kind as enum ('a')",
    'create domain cents as bigint',
    'create schema jobs',
    'create type jobs.job as (id int)',
    'create table jobs.queued (id int)',
    "create function jobs.add(kind text, n int default 1) returns int language sql as 'select 1'",
  ])
    await query(before, statement);
  await stopCluster(cluster);
  const { url, owner_url } = await start();
  expect(await query(owner_url, 'select made from kept')).toEqual([{ made: 'before' }]);
  const owners = `
    select pg_get_userbyid(relowner) as owner from pg_class where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
    union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'jobs'::regnamespace
    union select pg_get_userbyid(typowner) from pg_type where typnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
    union select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'jobs'
    union select pg_get_userbyid(datdba) from pg_database where datname = 'facevalue'`;
  expect(await query(owner_url, owners)).toEqual([{ owner: OWNER }]);
  await query(owner_url, 'alter table kept add column later int');
  await expect(query(url, 'select from kept')).rejects.toThrow('permission denied');
});

test('a second process on the same directory is refused, and the first goes on', async () => {
  const first = await start();
  const { said } = await hold();
  expect(said).toBe(`Another Facevalue runs on this DATA_DIR (${dir}): stop it, or set another DATA_DIR.`);
  expect(await query(first.url, 'select 1 as still')).toEqual([{ still: 1 }]);
});

test('two starts at once on an empty directory end in one winner and one refusal', async () => {
  const starts = await Promise.all([hold(), hold()]);
  const words = starts.map(({ said }) => said).sort();
  expect(words[0]).toMatch(/^Another Facevalue runs/);
  expect(words[1]).toMatch(/^postgres:/);
  expect(await query(words[1] ?? '', 'select 1 as still')).toEqual([{ still: 1 }]);
});

test('a killed process leaves a server that the next one adopts', async () => {
  const { child, said } = await hold();
  await query(said, 'create table kept (id int)');
  const pid = await serverPid();
  await end(child, 'SIGKILL');
  const next = await start();
  expect(await serverPid()).toBe(pid);
  expect(await query(next.owner_url, 'select * from kept')).toEqual([]);
  expect((await hold()).said).toMatch(/^Another/);
});

test('a process that ends by SIGTERM takes its server with it', async () => {
  const { child } = await hold();
  await end(child, 'SIGTERM');
  expect(child.exitCode).toBe(0);
  await expect(serverPid()).rejects.toThrow(/ENOENT/);
  expect(await readFile(join(dir, 'postgres', 'server.log'), 'utf8')).toMatch(/database system is shut down\n$/);
});

test('a killed server is brought back on its port, and the directory stays held', async () => {
  const said: string[] = [];
  const server = await start((line) => said.push(line));
  await query(server.owner_url, 'create table kept (id int)');
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(said).toContain('PostgreSQL is back'), { timeout: 60_000 });
  expect(await query(server.owner_url, 'select * from kept')).toEqual([]);
  expect(await serverPid()).not.toBe(pid);
  expect((await hold()).said).toMatch(/^Another/);
});

test.each([
  ['comes back at the second try', true],
  ['is lost when both tries fail', false],
])('a server whose start fails without a full disk %s', async (_what, repaired) => {
  const conf = join(dir, 'postgres', 'data', 'postgresql.auto.conf');
  const lines: string[] = [];
  const onLost = vi.fn();
  const server = await startEmbedded({
    dir,
    onLost,
    log(line) {
      lines.push(line);
      if (repaired && line.startsWith('PostgreSQL did not start')) writeFileSync(conf, '');
    },
  });
  open.push(server);
  await writeFile(conf, 'no_such_setting = on\n');
  process.kill(await serverPid(), 'SIGKILL');
  await expect.poll(() => lines.includes('PostgreSQL is back') || onLost.mock.calls.length > 0).toBe(true);
  expect(onLost.mock.calls.length).toBe(repaired ? 0 : 1);
  expect(lines.filter((line) => line.startsWith('PostgreSQL did not start'))).toHaveLength(1);
});

test('a killed process and a killed server leave nothing that stops the next start', async () => {
  const { child, said } = await hold();
  await query(said, 'create table kept (id int)');
  child.kill('SIGKILL');
  process.kill(await serverPid(), 'SIGKILL');
  const next = await start();
  expect(await query(next.owner_url, 'select * from kept')).toEqual([]);
});

test('a stale pid file that names a living stranger is no obstacle', async () => {
  const { child } = await hold();
  const file = join(dir, 'postgres', 'data', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await end(child, 'SIGTERM');
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'));
  expect(await query((await start()).url, 'select 1 as fine')).toEqual([{ fine: 1 }]);
});

test('a taken port is left alone and another one is remembered', async () => {
  const first = await start();
  const taken = Number(new URL(first.url).port);
  await first.stop();
  const stranger = createServer().listen(taken, '127.0.0.1');
  await once(stranger, 'listening');
  const second = await start();
  const port = new URL(second.url).port;
  expect(port).not.toBe(String(taken));
  await second.stop();
  stranger.close();
  expect(new URL((await start()).url).port).toBe(port);
});

test.runIf(isRoot)('root runs the server as another user, even below a directory closed to others', async () => {
  dir = join(base, 'closed', 'data');
  await mkdir(join(base, 'closed'), { mode: 0o700 });
  const server = await start();
  expect(await query(server.url, 'select 1 as fine')).toEqual([{ fine: 1 }]);
  expect((await stat(`/proc/${await serverPid()}`)).uid).not.toBe(0);
});
