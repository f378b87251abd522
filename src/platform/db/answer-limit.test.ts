import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { type ConnectOptions, connect, type Sql } from './client.ts';
import * as pgErrors from './pg-errors.ts';
import { transaction } from './transaction.ts';

const { sql, url } = await createTestDatabase();
await sql`create table notes (text text not null)`;
const way = await startDatabaseProxy(url);
afterEach(way.thaw);

const failureOf = (statement: Promise<unknown>) =>
  statement.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  );

/** Opening a connection counts towards the limit, and may take longer on a busy machine: it is open before the test begins. */
const untilOpen = (pool: Sql) => expect.poll(() => failureOf(pool`select 1`)).toBe('answered');

async function withPool<T>(options: ConnectOptions, work: (pool: Sql) => Promise<T>, to = way.url) {
  const pool = connect(to, { answer_timeout_ms: 500, ...options });
  try {
    await untilOpen(pool);
    return await work(pool);
  } finally {
    await pool.end({ timeout: 0 });
  }
}

test('a statement without an answer is given up, and the next one gets a connection of its own', () =>
  withPool({ max: 1 }, async (pool) => {
    way.freeze('frozen');
    expect(await failureOf(pool`select 'frozen'`)).toBe('ANSWER_TIMEOUT');
    way.thaw();
    await untilOpen(pool);
  }));

test('all that wait are given up, also those that need a connection first', () =>
  withPool({ max: 2 }, async (pool) => {
    way.freeze('frozen');
    const failures = await Promise.all(Array.from({ length: 50 }, () => failureOf(pool`select 'frozen'`)));
    expect(failures).not.toContain('answered');
    const next = await failureOf(pool`select 3`);
    expect(next).toBe('CONNECT_TIMEOUT');
    way.thaw();
    await untilOpen(pool);
  }));

test('waiting for a connection is limited, and such a statement had no effect', () =>
  withPool({ max: 1 }, async (pool) => {
    const done = Promise.withResolvers<void>();
    const holding = transaction(pool, async () => done.promise);
    const idle = () =>
      sql`select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
    await expect.poll(idle).toHaveLength(1);
    const error = await pool`insert into notes values ('waited')`.catch((caught: unknown) => caught);
    expect(pgErrors.isConnectionError(error)).toBe(true);
    expect(pgErrors.isAnswerLost(error)).toBe(false);
    done.resolve();
    await holding;
    expect(await pool`select text from notes`).toEqual([]);
  }));

test('a transaction that was given up runs nothing more, least of all on the connection of another', () =>
  withPool({ max: 1 }, async (pool) => {
    const [given, reused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let late: Promise<unknown> | undefined;
    const givenUp = transaction(pool, async (tx) => {
      await tx`insert into notes values ('first')`;
      way.freeze('frozen');
      await tx`select 'frozen'`.catch(() => given.resolve());
      await reused.promise;
      late = failureOf(tx`insert into notes values ('late')`);
      await late;
    });
    const failure = failureOf(givenUp);
    await given.promise;
    expect(await failure).toBe('CONNECTION_CLOSED');
    way.thaw();
    await untilOpen(pool);
    await transaction(pool, async (tx) => {
      await tx`insert into notes values ('other')`;
      reused.resolve();
      await expect.poll(() => late).toBe('CONNECTION_CLOSED');
      expect(await tx`select text from notes`).toEqual([{ text: 'other' }]);
    });
    expect(await sql`select text from notes`).toEqual([{ text: 'other' }]);
  }));

test('an answer that came while this process was busy counts', () =>
  withPool(
    { max: 1 },
    async (pool) => {
      const answer = failureOf(pool`select 'in time'`);
      // In the first turn it is on its way out, in the second it is sent.
      for (const _turn of [1, 2]) await new Promise(setImmediate);
      const end = performance.now() + 600;
      while (performance.now() < end);
      expect(await answer).toBe('answered');
    },
    // Not through the proxy, which is as busy as this process.
    url,
  ));
