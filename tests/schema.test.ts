import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { describeData } from '../tools/data-dictionary/describe-data.ts';
import { readTables } from '../tools/data-dictionary/read-tables.ts';
import { dumpSchema } from '../tools/dump-schema.ts';

const { sql } = await createTestDatabase();
const committed = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('migrations/schema.sql shows the schema after the last migration (else: node tools/dump-schema.ts)', async () => {
  expect(await dumpSchema(sql)).toBe(await committed('migrations/schema.sql'));
});

test('docs/data.md and its pictures show the same schema (else: node tools/dump-schema.ts)', async () => {
  const files = await describeData(sql);
  expect(files.size).toBeGreaterThan(10);
  for (const [path, text] of files) expect(text, path).toBe(await committed(`docs/${path}`));
});

test('every table says what it is (else: comment on table)', async () => {
  const silent = (await readTables(sql)).filter(({ comment }) => !comment?.endsWith('.'));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
