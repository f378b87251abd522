import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
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

test('a file that says which text it stands for is taken as that one, and what it left to a later file is found there', async () => {
  const former = `${one['0001_one.sql']} create index one_id on one (id);`;
  await migrate(sql, await folder({ '0001_one.sql': former }));
  const was = createHash('sha256').update(former).digest('hex');
  const split = {
    '0001_one.sql': `-- Was ${was}.\n${one['0001_one.sql']}`,
    '0002_two.sql': '-- In steps: a large table.\ncreate index concurrently if not exists one_id on one (id);',
  };
  expect(await migrate(sql, await folder(split))).toEqual(['0002_two.sql']);
  expect(await migrate(sql, await folder(split))).toEqual([]);
  const other = { ...split, '0001_one.sql': `-- Was ${'0'.repeat(64)}.\n${one['0001_one.sql']}` };
  await expect(migrate(sql, await folder(other))).rejects.toThrow(/0001_one\.sql was changed/);
});

test('a database newer than the code is refused', async () => {
  await migrate(sql, await folder({ ...one, '0002_two.sql': 'alter table one rename to two;' }));
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

test('a file in steps runs its statements one by one, the repeated ones until nothing is left, and begins anew after an end', async () => {
  const steps = `-- In steps: the table is large.
create index concurrently if not exists one_id on one (id);
-- Until it changes nothing.
update one set done = true where id in (select id from one where not done order by id limit 2);
select 1 / (select count(*) from allowed);`;
  const table = `create table one (id int, done boolean not null default false); create table allowed (id int);
    insert into one select generate_series(1, 5);`;
  const dir = await folder({ '0001_one.sql': table, '0002_two.sql': steps });
  const alone = connect(url, { max: 1 });
  await expect(migrate(alone, dir)).rejects.toThrow('0002_two.sql failed: division by zero');
  // What came before it stays.
  expect(await sql`select from one where not done`).toHaveLength(0);
  expect(await sql`select from pg_indexes where indexname = 'one_id'`).toHaveLength(1);
  await sql`insert into allowed values (1)`;
  await sql`update pg_index set indisvalid = false where indexrelid = 'one_id'::regclass`;
  expect(await migrate(alone, dir)).toEqual(['0002_two.sql']);
  await alone.end();
  expect(await sql`select indisvalid as valid from pg_index where indexrelid = 'one_id'::regclass`).toEqual([
    { valid: true },
  ]);
});

test('who starts while another process builds an index waits for it, and is not waited for', async () => {
  const step = '-- In steps: a large table.\ncreate index concurrently if not exists one_id on one (id);';
  await migrate(sql, await folder(one));
  const dir = await folder({ ...one, '0002_two.sql': step });
  const names = ['builder', 'later', 'writer'];
  const [builder, later, writer] = names.map((name) => connect(url, { max: 1, application_name: name }));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const writing = writer!.begin(async (tx) => {
    await tx`insert into one values (2)`;
    await held;
  });
  const patience = { timeout: 60_000, interval: 5 };
  const building = migrate(builder!, dir);
  const begun = () => sql`select from pg_indexes where indexname = 'one_id'`;
  await vi.waitFor(async () => expect(await begun()).toHaveLength(1), patience);
  // Of two that wait for each other, the server ends the one that looks later: the builder.
  await later!`set deadlock_timeout = 1`;
  const waiting = migrate(later!, dir);
  const asks = () => sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'later' and query ~ 'advisory'`;
  await vi.waitFor(async () => expect(await asks()).toHaveLength(1), patience);
  release();
  await writing;
  expect(await Promise.allSettled([building, waiting])).toEqual([
    { status: 'fulfilled', value: ['0002_two.sql'] },
    { status: 'fulfilled', value: [] },
  ]);
  for (const each of [builder, later, writer]) await each!.end();
});

test('a file that finds its table in use lets others pass, and is applied once the table is free', async () => {
  const dir = await folder({ ...one, '0002_two.sql': 'alter table one add column more int;' });
  await migrate(sql, await folder(one));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const others = sql.begin(async (tx) => {
    await tx`select from one`;
    await held;
  });
  const applied = migrate(sql, dir);
  const waits = async () => expect(await sql`select from pg_locks where not granted`).toHaveLength(1);
  await vi.waitFor(waits, { timeout: 60_000, interval: 5 });
  // Behind the waiting change, a read would wait as long as the transaction before it.
  for (let reads = 0; reads < 20; reads++) {
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await tx`select from one`;
    });
  }
  release();
  await others;
  expect(await applied).toEqual(['0002_two.sql']);
});

test('a newer database is taken where nothing was taken away, and refused where something was', async () => {
  const wide = { ...one, '0002_two.sql': 'alter table one add column more int;' };
  await migrate(sql, await folder(wide), '1.2.0');
  expect(await sql`select version, expands, release from schema_migrations order by version`).toEqual([
    { version: 1, expands: true, release: '1.2.0' },
    { version: 2, expands: true, release: '1.2.0' },
  ]);
  expect(await migrate(sql, await folder(one))).toEqual([]);
  await migrate(sql, await folder({ ...wide, '0003_three.sql': 'alter table one drop column more;' }));
  await expect(migrate(sql, await folder(wide))).rejects.toThrow('newer than this Facevalue: it has 0003_three.sql');
});
