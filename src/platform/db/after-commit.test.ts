import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { afterCommit } from './after-commit.ts';
import { transaction } from './transaction.ts';

const { sql } = await createTestDatabase();
await sql`create table notes (text text not null)`;

test('what is to follow a commit runs once the rows are visible, in order and each once', async () => {
  const calls: string[] = [];
  const first = () => calls.push('first');
  const seen = Promise.withResolvers<unknown>();
  await transaction(sql, async (tx) => {
    await tx`insert into notes values ('committed')`;
    afterCommit(tx, first);
    afterCommit(tx, () => seen.resolve(sql`select text from notes where text = 'committed'`));
    afterCommit(tx, () => calls.push('last'));
    afterCommit(tx, first);
    await tx`select 1`;
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual(['first', 'last']);
  expect(await seen.promise).toEqual([{ text: 'committed' }]);
});

test('a transaction inside another one waits for the commit of the outer one', async () => {
  const calls: string[] = [];
  await transaction(sql, async (outer) => {
    afterCommit(outer, () => calls.push('outer'));
    await transaction(outer, async (inner) => afterCommit(inner, () => calls.push('inner')));
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual(['outer', 'inner']);
});

test('a rollback drops it, of the inner transaction too', async () => {
  const calls: string[] = [];
  const failing = transaction(sql, async (outer) => {
    await transaction(outer, async (inner) => afterCommit(inner, () => calls.push('inner')));
    afterCommit(outer, () => calls.push('outer'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(calls).toEqual([]);
});

test('a commit that the database refuses drops it', async () => {
  await sql`
    create table children (id int primary key, parent int references children (id) deferrable initially deferred)`;
  const calls: string[] = [];
  const failing = transaction(sql, async (tx) => {
    await tx`insert into children values (1, 2)`;
    afterCommit(tx, () => calls.push('never'));
  });
  await expect(failing).rejects.toThrow(/foreign key/);
  expect(calls).toEqual([]);
});

test('a transaction that is run again after a deadlock runs it for the attempt that was committed', async () => {
  const calls: number[] = [];
  let attempts = 0;
  await transaction(sql, async (tx) => {
    const attempt = ++attempts;
    afterCommit(tx, () => calls.push(attempt));
    if (attempt === 1) await tx`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`;
  });
  expect(calls).toEqual([2]);
});

test('outside of a transaction it runs at once', () => {
  const calls: string[] = [];
  afterCommit(sql, () => calls.push('now'));
  expect(calls).toEqual(['now']);
});
