import { expect, test } from 'vitest';
import { verifyAll } from '#platform/db/verify-all.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Book, compareBook, compareBookPiece } from './compare-book.ts';
import { transfer } from './transfer.ts';

const { sql } = await createTestDatabase();
await sql`insert into account_kinds values ('house', 'house', false), ('purse', 'user', true)`;
await sql`insert into transfer_kinds values ('test', 'house', 'purse')`;
await sql`create table records (owner_id uuid, reference uuid, cents bigint)`;
const [{ id: owner_id }] = await sql<[{ id: string }]>`
  insert into users (username, email, password_hash) values ('owner', 'owner@example.com', 'none') returning id`;

const book: Book = {
  kinds: ['test'],
  account: 'purse',
  expected: (db) => db`select owner_id, reference, cents from records`,
};
const referenceOf = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

async function post(place: number | null, cents: number): Promise<void> {
  await transfer(sql, {
    debit: { kind: 'house', owner_id: null },
    credit: { kind: 'purse', owner_id, limited: true },
    amount_cents: cents,
    kind: 'test',
    unique_key: `test:${place}:${cents}`,
    ...(place !== null && { reference: referenceOf(place) }),
  });
}
const record = (place: number | null, cents: number) =>
  sql`insert into records values (${owner_id}, ${place === null ? null : referenceOf(place)}, ${cents})`;
const inPieces = (limit: number) => verifyAll((after) => compareBookPiece(sql, book, after, limit));

for (let place = 1; place <= 9; place++) {
  await post(place, 100);
  await record(place, 100);
}

test('a book that holds has no problem, in one piece or in many', async () => {
  expect(await compareBook(sql, book)).toEqual([]);
  for (const limit of [1, 2, 3, 4, 9, 100]) expect(await inPieces(limit)).toEqual([]);
});

test('pieces name what the whole names: of the first piece, of the last, between, without a reference and after all transfers', async () => {
  // A second transfer of a reference that ends a piece, a record without a transfer, and what no reference leads to.
  await post(2, 7);
  await post(5, 8);
  await record(9, 1);
  await record(12, 30);
  await post(null, 40);
  const named = [
    `test without a reference of ${owner_id} is 40, not 0`,
    `test ${referenceOf(2)} of ${owner_id} is 107, not 100`,
    `test ${referenceOf(5)} of ${owner_id} is 108, not 100`,
    `test ${referenceOf(9)} of ${owner_id} is 100, not 1`,
    `test ${referenceOf(12)} of ${owner_id} is 0, not 30`,
  ];
  for (const limit of [1, 2, 3, 4, 100]) {
    const found = await inPieces(limit);
    for (const problem of named) expect(found).toContain(problem);
    // Two records of one reference are one comparison each.
    expect(found).toHaveLength((await compareBook(sql, book)).length);
  }
});
