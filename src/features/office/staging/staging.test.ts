import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { scrubRules } from './plan/scrub-rules.ts';
import { findUndecided } from './scrub/find-undecided.ts';
import { scrubDatabase } from './scrub/scrub-database.ts';

const { sql } = await createTestDatabase();

test('a rule says what becomes of every column that can hold text or bytes, and names none that is not there', async () => {
  expect(await findUndecided(sql, scrubRules)).toEqual([]);
});

test('a column that nobody decided about is found, and keeps a copy from being made', async () => {
  await sql`alter table users add column nickname text`;
  try {
    expect(await findUndecided(sql, scrubRules)).toEqual(['users.nickname']);
    await expect(scrubDatabase(sql, { backup: 'b', now: new Date() })).rejects.toThrow(
      /what becomes of users.nickname/,
    );
    expect(await sql`select from scrubs`).toEqual([]);
  } finally {
    await sql`alter table users drop column nickname`;
  }
  expect(await findUndecided(sql, { ...scrubRules, gone: 'emptied' })).toEqual(['gone (which is not there)']);
});
