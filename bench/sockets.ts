// Cost per socket and time from a commit to the client that shows it, at 2,000 and 10,000 sockets, against a bare ws
// server with the same frames. Then 1,000 sockets that send ten messages a second, and 5,000 that reconnect at once.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeClaim } from '#features/identity/realtime/claim.ts';
import { pusherApp } from '#features/identity/realtime/pusher-app.ts';
import { readConfig } from '#platform/config.ts';
import type { Sql } from '#platform/db/client.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addSession, type BenchDatabase, openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import type { LiveCommand } from './support/child-live.ts';
import type { SocketsCommand, SocketUser } from './support/child-sockets.ts';
import { runLoad } from './support/load.ts';
import { percentile, writeResult } from './support/machine.ts';

const sizes = [2_000, 10_000];
const clientProcesses = 2;
const events = 4_000;
const eventsPerSecond = 400;

interface Memory {
  rss: number;
  heap: number;
  external: number;
}

const database = await openBenchDatabase();
const children: ChildProcess[] = [];
try {
  const users = await addSocketUsers(database.sql, Math.max(...sizes));
  const app = pusherApp({ config: readConfig({ DEMO: 'on' }), vault: createVault(join(database.dir, 'master.key')) });
  const clients = await Promise.all(Array.from({ length: clientProcesses }, () => start('./support/child-sockets.ts')));
  const results: Record<string, unknown> = {};
  for (const size of sizes) {
    const floor = await measure(size, users, clients, null);
    const shop = await measure(size, users, clients, app);
    results[`at_${size}`] = {
      shop,
      bare_ws: floor,
      delivery_p50_ratio: round(shop.delivery_p50_ms / floor.delivery_p50_ms),
    };
  }
  const strain = await underStrain(users, clients, app);
  // Other load on the same cores shows in the bare server's figures as well.
  const load_average = round(loadavg()[0] ?? Number.NaN);
  await writeResult('sockets', database.sql, {
    load_average,
    events,
    events_per_second: eventsPerSecond,
    ...results,
    ...strain,
  });
} finally {
  for (const child of children) child.disconnect();
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  await database.close();
}

type App = { key: string; secret: string } | null;

async function measure(size: number, users: SocketUser[], clients: ChildProcess[], app: App) {
  const server = await startLiveServer(database, app === null);
  const before = await ask<Memory>(server.child, { rss: true });
  const some = users.slice(0, size);
  const opened_ms = await openAll(clients, some, server.host, app, 50);
  const after = await ask<Memory>(server.child, { rss: true });
  // Warm up once, so that no compilation is measured.
  await deliver(server.child, clients, some, events / 4);
  const latencies = await deliver(server.child, clients, some, events);
  const later = await ask<Memory>(server.child, { rss: true });
  await Promise.all(clients.map((client) => ask(client, { close: true })));
  await end(server.child);
  return {
    sockets: size,
    opened_per_second: Math.round(size / (opened_ms / 1_000)),
    rss_kib_per_socket: round((after.rss - before.rss) / size / 1_024),
    heap_kib_per_socket: round((after.heap + after.external - before.heap - before.external) / size / 1_024),
    rss_mib_after_events: Math.round(later.rss / 2 ** 20),
    delivered: latencies.length,
    delivery_p50_ms: round(percentile(latencies, 0.5)),
    delivery_p99_ms: round(percentile(latencies, 0.99)),
  };
}

/** Latencies from the commit, as the writer saw it, to the client, for events spread over the users. */
async function deliver(server: ChildProcess, clients: ChildProcess[], users: SocketUser[], count: number) {
  const step = 7_919;
  const tell = Array.from({ length: count }, (_, n) => users[(n * step) % users.length]!.id);
  const { committed } = await ask<{ committed: [string, number][] }>(server, {
    tell,
    perSecond: eventsPerSecond,
  });
  const arrived = new Map<string, number>();
  for (let waits = 0; arrived.size < count && waits < 50; waits++) {
    for (const client of clients) {
      const { received } = await ask<{ received: [string, number][] }>(client, { received: true });
      for (const [id, at] of received) arrived.set(id, at);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (arrived.size < count) throw new Error(`${count - arrived.size} of ${count} events did not arrive.`);
  // An event may arrive before the writer learns of its own commit.
  return committed.map(([id, at]) => Math.max(0, (arrived.get(id) ?? Number.NaN) - at));
}

/** Requests beside 1,000 sockets that send ten messages a second, and 5,000 sockets that reconnect at once. */
async function underStrain(users: SocketUser[], clients: ChildProcess[], app: App) {
  const server = await startLiveServer(database, false);
  const url = `http://${server.host}`;
  const load = () =>
    runLoad({ url, clients: 2, seconds: 5, status: 200, next: () => ({ path: '/api/rates', headers }) });
  const headers = { authorization: `Bearer ${await tokenOf(database.sql, users[0]!.id)}` };
  await sealAdded(database);
  await openAll(clients, users.slice(0, 1_000), server.host, app, 50);
  await load();
  const quiet = await load();
  const [busy, ...floods] = await Promise.all([
    load(),
    ...clients.map((client) =>
      ask<{ sent: number; answered: number }>(client, { flood: { perSecond: 10, seconds: 5 } }),
    ),
  ]);
  await Promise.all(clients.map((client) => ask(client, { close: true })));
  const back_ms = await openAll(clients, users.slice(0, 5_000), server.host, app, 2_500);
  await Promise.all(clients.map((client) => ask(client, { close: true })));
  await end(server.child);
  return {
    talking: {
      sockets: 1_000,
      messages_sent: floods.reduce((sum, { sent }) => sum + sent, 0),
      messages_answered: floods.reduce((sum, { answered }) => sum + answered, 0),
      http_p99_ms_before: round(quiet.p99_ms),
      http_p99_ms_meanwhile: round(busy.p99_ms),
    },
    reconnect: { sockets: 5_000, all_subscribed_ms: Math.round(back_ms) },
  };
}

async function openAll(clients: ChildProcess[], users: SocketUser[], host: string, app: App, at_once: number) {
  const share = Math.ceil(users.length / clients.length);
  const times = await Promise.all(
    clients.map((client, n) =>
      ask<{ ms: number }>(client, { open: users.slice(n * share, (n + 1) * share), host, app, at_once }),
    ),
  );
  return Math.max(...times.map(({ ms }) => ms));
}

async function addSocketUsers(sql: Sql, count: number): Promise<SocketUser[]> {
  const rows = await sql<{ id: string; session_id: string }[]>`
    with added as (
      insert into users (username, email, password_hash, terms_accepted_at, email_verified_at, activated_at)
      select 'reader' || n, 'reader' || n || '@bench.example', '-', now(), now(), now()
      from generate_series(1, ${count}::int) n returning id, username
    ),
    known as (
      insert into devices (user_id, token_hash, trusted_at)
      select id, sha256(username::bytea), now() from added returning id, user_id, token_hash
    )
    insert into sessions (user_id, device_id, token_hash, expires_at)
    select user_id, id, token_hash, now() + interval '30 days' from known returning user_id as id, id as session_id`;
  await sql`vacuum analyze users`;
  await sql`vacuum analyze sessions`;
  return rows.map(({ id, session_id }) => ({ id, claim: writeClaim({ session_id, locale: 'en', duties: [] }) }));
}

async function tokenOf(sql: Sql, user_id: string): Promise<string> {
  const { newToken } = await import('#features/identity/sessions/session/session-token.ts');
  const token = newToken();
  await addSession(sql, user_id, token);
  return token;
}

async function startLiveServer({ url, dir }: BenchDatabase, bare: boolean) {
  const env = { BENCH_DATABASE_URL: url, DATA_DIR: dir, BENCH_BARE: bare ? '1' : '' };
  const child = await start('./support/child-live.ts', env);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, host: `127.0.0.1:${port}` };
}

async function start(file: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DEMO: 'on', RATE_LIMIT_PER_MINUTE: '100000000', ...env },
  });
  children.push(child);
  await once(child, 'spawn');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  children.splice(children.indexOf(child), 1);
  child.disconnect();
  await once(child, 'exit');
}

async function ask<T>(child: ChildProcess, command: LiveCommand | SocketsCommand): Promise<T> {
  const answered = once(child, 'message');
  child.send(command);
  const [answer] = await answered;
  return answer as T;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
