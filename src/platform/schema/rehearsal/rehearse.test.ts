import { expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { estimate, maySell } from './estimate.ts';
import { rehearse } from './rehearse.ts';

const { url, sql } = await createTestDatabase();

const migration = (name: string, text: string) => ({
  version: 1,
  name,
  text,
  checksum: '',
  was: null,
  in_steps: text.startsWith('-- In steps'),
});
const tables = `create table small (id int primary key);
  create table large (id int primary key, small_id int references small, price int);
  create index large_price on large (price);`;

/** What one statement does to these tables. */
async function observed(text: string) {
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  const scratch = connect(url, { max: 1 });
  try {
    const [rehearsed] = await rehearse(scratch, {
      applied: [migration('first', tables)],
      missing: [migration('next', text)],
    });
    return rehearsed!;
  } finally {
    await scratch.end();
  }
}

const nothing = { locks: [], rewrites: [], reads: [], indexes: [], changes: [] };
const locked = (table: string, mode: string) => ({ locks: [{ table, mode }] });

test.each([
  ['alter table large add column more int', locked('large', 'AccessExclusiveLock')],
  ['alter table large add column more int not null default 0', locked('large', 'AccessExclusiveLock')],
  [
    'alter table large alter column price type bigint',
    { ...locked('large', 'AccessExclusiveLock'), rewrites: ['large'], reads: ['large'] },
  ],
  ['alter table large add check (price > 0)', { ...locked('large', 'AccessExclusiveLock'), reads: ['large'] }],
  ['alter table large add check (price > 0) not valid', locked('large', 'AccessExclusiveLock')],
  ['create index on large (small_id)', { ...locked('large', 'ShareLock'), reads: ['large'], indexes: ['large'] }],
  ['update large set price = 1', { reads: ['large'], changes: ['large'] }],
  ['insert into small select id from large', { reads: ['large'] }],
  ['create table other (id int)', {}],
])('%s', async (statement, found) => {
  const { statements } = await observed(`${statement};`);
  expect(statements).toEqual([{ statement, ...nothing, ...found }]);
});

test('an index that is built concurrently in steps holds up nobody', async () => {
  const { statements, in_steps } = await observed(
    '-- In steps: it is large.\ncreate index concurrently if not exists large_small on large (small_id);',
  );
  expect(in_steps).toBe(true);
  expect(statements[0]).toMatchObject({
    locks: [{ table: 'large', mode: 'ShareUpdateExclusiveLock' }],
    indexes: ['large'],
  });
});

const sizes = new Map([
  ['large', { rows: 10_000_000, bytes: 2e9, index_bytes: 1e9 }],
  ['small', { rows: 100, bytes: 8_192, index_bytes: 16_384 }],
]);

test('a lock on a large table counts from its statement to the end of the file, and keeps the shop from selling', async () => {
  const [planned] = estimate(
    [await observed('alter table large add column more int; update small set id = id; update large set more = 1;')],
    sizes,
  );
  const [large] = planned!.blocked.filter(({ table }) => table === 'large');
  expect(large!.reads_s).toBeCloseTo(planned!.seconds, 5);
  expect(large!.reads_s).toBeGreaterThan(100);
  expect(maySell([planned!])).toBe(false);
});

test('a change of a small table counts with the large one whose keys it has the server look up again', async () => {
  const [planned] = estimate([await observed('alter table small alter column id type bigint;')], sizes);
  expect(planned!.statements[0]!.reads).toContain('large');
  expect(maySell([planned!])).toBe(false);
});

test.each([
  ['a column that is added', 'alter table large add column more int;'],
  ['an index that is built concurrently', '-- In steps.\ncreate index concurrently if not exists i on large (price);'],
  ['a small table that is written anew', 'alter table small add column n int; alter table small alter n type bigint;'],
  ['a large table that is read for another one', 'create table other as select count(*) from large;'],
])('the shop sells through %s', async (_what, text) => {
  expect(maySell(estimate([await observed(text)], sizes))).toBe(true);
});
