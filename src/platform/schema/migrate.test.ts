import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

const { sql, url } = await createTestDatabase();

beforeEach(async () => {
  await sql`drop schema public cascade`;
  await sql`create schema public`;
});

const dirs: string[] = [];

afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true });
});

async function folder(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-migrations-'));
  dirs.push(dir);
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

const one = { '0001_one.sql': 'create table one (id int); insert into one values (1);' };

test('files are applied once, in order, and the dump beside them is left alone', async () => {
  const dir = await folder({ ...one, '0002_two.sql': 'insert into one values (2);', 'schema.sql': 'nonsense' });
  expect(await migrate(sql, dir)).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await migrate(sql, dir)).toEqual([]);
  expect(await sql`select id from one order by id`).toEqual([{ id: 1 }, { id: 2 }]);
});

test('two starters at once apply each file once', async () => {
  const dir = await folder({ ...one, '0002_two.sql': 'insert into one values (2);' });
  const other = connect(url, { max: 1 });
  const applied = await Promise.all([migrate(sql, dir), migrate(other, dir), migrate(sql, dir)]);
  await other.end();
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await sql`select count(*) as count from one`).toEqual([{ count: 2 }]);
});

test('a failing file leaves nothing of itself, and says which it was', async () => {
  const dir = await folder({ ...one, '0002_two.sql': 'insert into one values (2); select 1/0;' });
  await expect(migrate(sql, dir)).rejects.toThrow(/0002_two\.sql failed: division by zero/);
  expect(await sql`select id from one`).toEqual([{ id: 1 }]);
});

test('changed history is refused', async () => {
  await migrate(sql, await folder(one));
  const changed = await folder({ '0001_one.sql': `${one['0001_one.sql']} -- later thought` });
  await expect(migrate(sql, changed)).rejects.toThrow(/0001_one\.sql was changed/);
});

test('a database newer than the code is refused', async () => {
  await migrate(sql, await folder({ ...one, '0002_two.sql': 'select 1;' }));
  await expect(migrate(sql, await folder(one))).rejects.toThrow(/newer than this Facevalue: it has 0002_two\.sql/);
});

test('a number may be left out, and the file that takes it later is applied', async () => {
  const dir = await folder({ ...one, '0003_three.sql': 'insert into one values (3);' });
  expect(await migrate(sql, dir)).toEqual(['0001_one.sql', '0003_three.sql']);
  await writeFile(join(dir, '0002_two.sql'), 'insert into one values (2);');
  expect(await migrate(sql, dir)).toEqual(['0002_two.sql']);
  expect(await sql`select id from one order by id`).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a number used twice and a strange name are refused', async () => {
  await expect(migrate(sql, await folder({ ...one, '0001_two.sql': '' }))).rejects.toThrow(
    /0001_two\.sql must be called/,
  );
  await expect(migrate(sql, await folder({ ...one, 'fix.sql': '' }))).rejects.toThrow(/fix\.sql must be called/);
});
