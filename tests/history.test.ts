import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrateSchema } from '#app/database/migrate-database.ts';
import { connect } from '#platform/db/client.ts';
import { createTestDatabase, migrateHistory } from '#tests/support/database.ts';
import { dumpSchema } from '../tools/dump-schema.ts';

const { sql, url } = await createTestDatabase();

/** Rows that a new database has, but for what is made up for each. */
const firstRows = async () => ({
  branding: await sql`select * from branding`,
  counters: await sql`select * from event_counters`,
  desk: await sql`select * from desk_settings`,
  searches: await sql`select single, ended_at, after_comment from pasted_code_search`,
  sealings: await sql`select name, sealed_at is null as open from sealings order by name`,
  categories: await sql`select slug, names, position, offered from support_categories order by slug`,
  migrations: await sql`select version, name, checksum from schema_migrations order by version`,
});

const fresh = { schema: await dumpSchema(sql), rows: await firstRows() };

/** A new database judges old rows, too; one with a history may have some from before the rule. */
const withOldRows = fresh.schema.replace(
  /(constraint balance_adjustments_order CHECK .*),$/m,
  (_, rule) => `${rule} NOT VALID,`,
);

test.each(['0002', '0060', '0125'])(
  'a database with the migrations below %s becomes what a new one is',
  async (below) => {
    await migrateHistory(sql, below);
    const applied = await migrateSchema(sql, true);
    expect(applied.includes('0124_dictionary.sql')).toBe(below !== '0125');
    expect(applied).toContain('0012_transfer_kinds.sql');
    expect(await dumpSchema(sql)).toBe(withOldRows);
    expect(await firstRows()).toEqual(fresh.rows);
    expect(await migrateSchema(sql, true)).toEqual([]);
  },
);

test('two processes bring a database over once', async () => {
  await migrateHistory(sql, '0100');
  const other = connect(url, { max: 1 });
  const [mine, theirs] = await Promise.all([migrateSchema(sql, true), migrateSchema(other, true)]);
  await other.end();
  expect([mine, theirs].map((applied) => applied.includes('0124_dictionary.sql')).sort()).toEqual([false, true]);
  expect(await dumpSchema(sql)).toBe(withOldRows);
});

test('a history that was changed, or goes on where ours ends, is refused and stays', async () => {
  await migrateHistory(sql, '0013');
  await sql`insert into schema_migrations (version, name, checksum) values (999, '0999_later.sql', '')`;
  await expect(migrateSchema(sql, true)).rejects.toThrow('newer than this Facevalue: it has 0999_later.sql');
  await sql`delete from schema_migrations where version = 999`;
  await sql`update schema_migrations set checksum = ${randomUUID()} where version = 3`;
  await expect(migrateSchema(sql, true)).rejects.toThrow('0003_orders.sql was changed after it had been applied');
  expect(await sql`select count(*) from schema_migrations`).toEqual([{ count: 12 }]);
});
