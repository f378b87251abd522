// One test for each change that README.md lists and that answer-limit.test.ts and lost-connection.test.ts don't show.
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { connect } from '../client.ts';
import postgres from './index.js';

const { sql, url } = await createTestDatabase();
await sql`create table notes (text text not null)`;
const way = await startDatabaseProxy(url);
afterEach(way.thaw);

const failureOf = (statement: Promise<unknown>) =>
  statement.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

/** A pool of one connection, whose socket the test can reach. */
async function withSocket<T>(work: (pool: postgres.Sql, socket: () => Socket) => Promise<T>): Promise<T> {
  const { hostname, port } = new URL(url);
  let socket: Socket | undefined;
  const pool = postgres(url, {
    max: 1,
    backoff: () => 0,
    async socket() {
      socket = dial(Number(port), hostname);
      await once(socket, 'connect');
      return socket;
    },
  });
  try {
    await pool`select 1`;
    return await work(pool, () => socket!);
  } finally {
    await pool.end({ timeout: 0 });
  }
}

test('what waits inside a transaction is refused when its connection is lost', () =>
  withSocket(async (pool, socket) => {
    let waiting: Promise<unknown>[] = [];
    const opened = pool.begin(async (tx) => {
      // More than may be sent at once.
      waiting = Array.from({ length: 150 }, () => failureOf(tx`select pg_sleep(60)`));
      await new Promise(setImmediate);
      socket().destroy();
      await Promise.all(waiting);
    });
    expect(await failureOf(opened)).toBe('CONNECTION_CLOSED');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['CONNECTION_CLOSED']));
  }));

test('what was still to be written on a lost connection does not keep the next one from starting', () =>
  withSocket(async (pool, socket) => {
    // In this phase of the loop, a socket closes before the next turn, which would write the statement.
    await new Promise(setImmediate);
    const cut = failureOf(pool`select 1`);
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    socket().destroy();
    expect(await cut).toBe('CONNECTION_CLOSED');
    expect(await failureOf(pool`select 1`)).toBe('answered');
  }));

test('no connection is opened for a statement that was given up meanwhile', async () => {
  let opened = 0;
  const socket = () => {
    opened++;
    return dial(1, '127.0.0.1');
  };
  const pool = postgres(url, { max: 1, answer_timeout: 0.1, backoff: () => 0.5, socket });
  expect(await failureOf(pool`select 1`)).toBe('ECONNREFUSED');
  expect(await failureOf(pool`select 1`)).toBe('CONNECT_TIMEOUT');
  const end = performance.now() + 600;
  await expect.poll(() => performance.now()).toBeGreaterThan(end);
  expect(opened).toBe(1);
  await pool.end({ timeout: 0 });
});

test('a connection that gets no answer to its own first question is given up without ending the process', async () => {
  const pool = connect(way.url, { max: 1, answer_timeout_ms: 300 });
  way.freeze('typarray');
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  expect(await failureOf(pool`select 1`)).toBe('CONNECT_TIMEOUT');
  for (const _turn of [1, 2, 3]) await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  way.thaw();
  await expect.poll(() => failureOf(pool`select 1`)).toBe('answered');
  await pool.end();
});
