import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { dumpSchema } from '../tools/dump-schema.ts';

const { sql } = await createTestDatabase();

test('migrations/schema.sql shows the schema after the last migration (else: node tools/dump-schema.ts)', async () => {
  const committed = await readFile(new URL('../migrations/schema.sql', import.meta.url), 'utf8');
  expect(await dumpSchema(sql)).toBe(committed);
});
