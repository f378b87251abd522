// One test for each change that README.md lists and that answer-limit.test.ts and lost-connection.test.ts don't show.
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { connect } from '../client.ts';
import postgres, { observeStatements } from './index.js';

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

/** How a statement fails whose connection is reset. */
async function reset(pool: postgres.Sql, socket: Socket): Promise<string | undefined> {
  const cut = failureOf(pool`select pg_sleep(60)`);
  await new Promise(setImmediate);
  socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  return cut;
}

test('rows of a statement that failed midway leave no holes in the answer to the next one', async () => {
  const pool = connect(url, { max: 1 });
  const failing = failureOf(pool`select 1 / (4 - n) from generate_series(1, 10) as n`);
  const next = pool`select n from generate_series(1, 2) as n`;
  expect(await failing).toBe('22012');
  expect([...(await next)]).toEqual([{ n: 1 }, { n: 2 }]);
  await pool.end();
});

test('the error that ended a connection is not the answer to the first statement on the next one', async () => {
  const pool = connect(url, { max: 1 });
  const [backend] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cut = failureOf(pool`select pg_sleep(60)`);
  const terminate = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity where pid = ${backend!.pid} and query like '%pg_sleep%'`;
  await expect.poll(terminate).toHaveLength(1);
  expect(await cut).toBe('CONNECTION_CLOSED');
  expect(await failureOf(pool`select 1`)).toBe('answered');
  await pool.end();
});

test('a transaction has its connection for itself, however much was sent on it before', async () => {
  const pool = postgres(url, { max: 1, max_pipeline: 2 });
  await pool`select 1`;
  const before = [pool`select pg_sleep(0.1)`, pool`select 1`].map((statement) => statement.execute());
  const done = Promise.withResolvers<void>();
  const opened = pool.begin(async (tx) => {
    await tx`insert into notes values ('inside')`;
    await done.promise;
    throw new Error('rolled back');
  });
  const failure = failureOf(opened);
  await Promise.all(before);
  const seen = pool`select text from notes`.execute();
  await expect
    .poll(() => sql`select from pg_stat_activity where query like '%inside%' and state = 'idle in transaction'`)
    .toHaveLength(1);
  done.resolve();
  expect(await failure).toBe('Error: rolled back');
  expect(await seen).toHaveLength(0);
  await pool.end();
});

test('a transaction keeps its connection when the socket has room again', () =>
  withSocket(async (pool, socket) => {
    let seen: Promise<unknown[]> | undefined;
    const opened = pool.begin(async (tx) => {
      await tx`insert into notes values ('inside')`;
      socket().emit('drain');
      seen = pool`select text from notes`.execute();
      for (let trip = 0; trip < 3; trip++) await tx`select 1`;
      throw new Error('rolled back');
    });
    expect(await failureOf(opened)).toBe('Error: rolled back');
    expect(await seen).toHaveLength(0);
  }));

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

test('a statement on a connection that was just reset is refused, and the next ones are answered', () =>
  withSocket(async (pool, socket) => {
    for (let time = 0; time < 3; time++) {
      expect(await reset(pool, socket())).toBe('ECONNRESET');
      // The socket has failed, but isn't closed yet.
      expect(await failureOf(pool`select 1`)).toBe('CONNECTION_CLOSED');
      for (const _statement of [1, 2]) expect(await failureOf(pool`select 1`)).toBe('answered');
    }
  }));

test.each([0, 2])('a pool whose connection was reset can be ended %i turns later', (turns) =>
  withSocket(async (pool, socket) => {
    await reset(pool, socket());
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    let isEnded = false;
    void pool.end().then(() => {
      isEnded = true;
    });
    await expect.poll(() => isEnded).toBe(true);
  }),
);

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

test('a limit ends with its answer, of a cursor too', async () => {
  const pool = connect(url, { max: 1, answer_timeout_ms: 200 });
  const read: unknown[] = [];
  for await (const rows of pool`select n from generate_series(1, 3) as n`.cursor(2)) read.push(...rows);
  expect(read).toHaveLength(3);
  const [before] = await pool`select pg_backend_pid() as pid`;
  const end = performance.now() + 400;
  await expect.poll(() => performance.now()).toBeGreaterThan(end);
  const [after] = await pool`select pg_backend_pid() as pid`;
  expect(after).toEqual(before);
  await pool.end();
});

test('of several idle connections, the one that was used last is used again', async () => {
  const pool = connect(url, { max: 4 });
  await Promise.all(Array.from({ length: 4 }, () => pool`select pg_sleep(0.05)`));
  const used = new Set<unknown>();
  for (let time = 0; time < 8; time++) for (const row of await pool`select pg_backend_pid() as pid`) used.add(row.pid);
  const open = () => sql`select from pg_stat_activity where application_name = 'facevalue' and query like '%pg_sleep%'`;
  expect(await open()).not.toHaveLength(0);
  expect(used.size).toBe(1);
  await pool.end();
});

test('statements are observed from beginning to end, inside transactions too, until nobody wants to know', async () => {
  const seen: string[] = [];
  observeStatements(({ tagged }) => {
    const at = seen.push(tagged ? 'template' : 'text') - 1;
    return (error) => {
      seen[at] += error ? ' failed' : ' answered';
    };
  });
  onTestFinished(() => observeStatements(null));
  await sql`select ${1}::int`;
  await sql.begin((tx) => tx`select 2`);
  await expect(sql`select 1 / ${0}::int`).rejects.toThrow(/division/);
  expect(seen).toEqual([
    'template answered',
    'text answered',
    'template answered',
    'template answered',
    'template failed',
  ]);
  observeStatements(null);
  await sql`select 3`;
  expect(seen).toHaveLength(5);
});

test('a connection that copied more than was read at once answers the next statement', async () => {
  const pool = connect(url, { max: 1, answer_timeout_ms: 5_000 });
  const copied = await pool.unsafe(`copy (select repeat('x', 999) from generate_series(1, 70)) to stdout`).readable();
  // More than the stream buffers: the socket is paused when the last row comes.
  await expect.poll(() => copied.readableLength).toBe(70_000);
  let bytes = 0;
  for await (const chunk of copied) bytes += chunk.length;
  expect(bytes).toBe(70_000);
  expect(await pool`select 1 as answer`).toEqual([{ answer: 1 }]);
  await pool.end();
});
