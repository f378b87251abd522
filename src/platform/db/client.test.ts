import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { connect } from './client.ts';
import * as pgErrors from './pg-errors.ts';
import { transaction } from './transaction.ts';

const { sql, url } = await createTestDatabase();

test('columns arrive as the types that the code counts in', async () => {
  const [row] = await sql`
    select 9007199254740991::int8 as cents, array[1, 2]::int8[] as list, 12345678901234567890::numeric(78, 0) as units,
      date '2026-02-03' as day, timestamptz '2026-02-03 04:05:06.789+00' as at, null::int8 as none`;
  expect(row).toEqual({
    cents: 9007199254740991,
    list: [1, 2],
    units: '12345678901234567890',
    day: '2026-02-03',
    at: '2026-02-03T04:05:06.789Z',
    none: null,
  });
});

test('values go out exactly', async () => {
  const [row] = await sql`
    select ${9007199254740991}::int8 = 9007199254740991 as number, ${2n ** 62n}::int8 = 4611686018427387904 as bigint,
      ${'2026-02-03'}::date = date '2026-02-03' as day, ${sql.array([1, 2])}::int8[] = '{1,2}' as list`;
  expect(row).toEqual({ number: true, bigint: true, day: true, list: true });
});

test('an int8 that a number cannot hold is an error, not a rounded value', async () => {
  await expect(sql`select 9007199254740993::int8 as cents`).rejects.toThrow(/9007199254740993 doesn't fit/);
  expect(await sql`select 1 as still`).toEqual([{ still: 1 }]);
});

test('a statement that takes too long is ended', async () => {
  const hasty = connect(url, { max: 1, statement_timeout_ms: 50, answer_timeout_ms: 0 });
  const error = await hasty`select pg_sleep(5)`.catch((caught) => caught);
  await hasty.end();
  expect(pgErrors.isStatementTimeout(error)).toBe(true);
});

test('violations are told apart, by constraint where asked', async () => {
  await sql`create table limits (id int primary key, cents int constraint not_negative check (cents >= 0))`;
  await sql`create table uses (limit_id int references limits)`;
  await sql`insert into limits values (1, 0)`;
  const failed = (statement: Promise<unknown>) => statement.then(() => undefined).catch((error: unknown) => error);
  const unique = await failed(sql`insert into limits values (1, 0)`);
  const check = await failed(sql`update limits set cents = -1`);
  const foreign = await failed(sql`insert into uses values (2)`);
  expect(pgErrors.isUniqueViolation(unique)).toBe(true);
  expect(pgErrors.isUniqueViolation(unique, 'limits_pkey')).toBe(true);
  expect(pgErrors.isUniqueViolation(unique, 'other')).toBe(false);
  expect(pgErrors.isCheckViolation(check, 'not_negative')).toBe(true);
  expect(pgErrors.isCheckViolation(unique)).toBe(false);
  expect(pgErrors.isForeignKeyViolation(foreign)).toBe(true);
  expect(pgErrors.isConnectionError(unique)).toBe(false);
});

test('a server that is not there is a connection error', async () => {
  const nobody = connect('postgres://a:b@127.0.0.1:1/c', { max: 1 });
  const error = await nobody`select 1`.catch((caught) => caught);
  await nobody.end();
  expect(pgErrors.isConnectionError(error)).toBe(true);
});

test('a statement is refused without long pauses however often there was no server', async () => {
  const nobody = connect('postgres://a:b@127.0.0.1:1/c', { max: 1 });
  // If the pauses grew to 20 s, the test would time out.
  for (let attempt = 1; attempt <= 14; attempt++) {
    const error = await nobody`select 1`.catch((caught) => caught);
    expect(pgErrors.isConnectionError(error)).toBe(true);
  }
  await nobody.end();
});

test('a deadlocked transaction is run again', async () => {
  await sql`create table pair (id int primary key, hits int not null default 0)`;
  await sql`insert into pair values (1), (2)`;
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const hit = (first: number, second: number) =>
    transaction(sql, async (tx) => {
      await tx`update pair set hits = hits + 1 where id = ${first}`;
      if (++arrived === 2) both.resolve();
      await both.promise;
      await tx`update pair set hits = hits + 1 where id = ${second}`;
    });
  await Promise.all([hit(1, 2), hit(2, 1)]);
  // Sometimes more than one retry: the loser may lock its first row again before the winner has woken.
  expect(arrived).toBeGreaterThan(2);
  expect(await sql`select hits from pair`).toEqual([{ hits: 2 }, { hits: 2 }]);
});

test('a refused transaction leaves nothing and is not run again', async () => {
  await sql`create table notes (text text)`;
  let runs = 0;
  const refused = transaction(sql, async (tx) => {
    runs++;
    await tx`insert into notes values ('kept?')`;
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await sql`select * from notes`).toEqual([]);
});
