import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { applyRules } from './apply-rules.ts';

const { sql, url } = await createTestDatabase();
const dir = await mkdtemp(join(tmpdir(), 'facevalue-rules-'));
const file = join(dir, 'rules.sql');
const above = join(dir, 'above.sql');

afterAll(() => rm(dir, { recursive: true }));

beforeEach(async () => {
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  // What a migration made: a check needs its function.
  await sql`create function is_short(word text) returns boolean language sql immutable return length(word) < 9`;
  await sql`create table words (word text check (is_short(word)))`;
});

const shout = (mark: string) => `
  create or replace function shout() returns trigger language plpgsql as $$
  begin new.word := new.word || '${mark}'; return new; end $$;
  create or replace trigger words_shout before insert on words for each row execute function shout();
  create or replace view loud as select word from words where word like '%!';`;

async function apply(text: string, { release = '1.0.0', rest = '' } = {}): Promise<boolean> {
  await writeFile(file, text);
  await writeFile(above, rest);
  return applyRules(sql, [file, above], release);
}

async function written(word: string): Promise<string> {
  const [row] = await sql<{ word: string }[]>`insert into words values (${word}) returning word`;
  return row!.word;
}

const functions = async () =>
  (
    await sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by proname`
  ).map(({ name }) => name);

test('rules are applied once, and again when a file changes', async () => {
  expect(await apply(shout('!'))).toBe(true);
  expect(await apply(shout('!'))).toBe(false);
  expect(await written('hey')).toBe('hey!');
  expect(await apply(shout('?'))).toBe(true);
  expect(await written('hey')).toBe('hey?');
  expect(await sql`select word from loud`).toEqual([{ word: 'hey!' }]);
});

test('what no file makes any more is dropped; what a migration made for a column stays', async () => {
  await apply(shout('!'));
  expect(await functions()).toEqual(['is_short', 'shout']);
  await apply('');
  expect(await functions()).toEqual(['is_short']);
  expect(await written('hey')).toBe('hey');
  await expect(sql`select from loud`).rejects.toThrow('relation "loud" does not exist');
  await expect(written('much too long')).rejects.toThrow('words_word_check');
});

test('a function of other arguments takes the place of one', async () => {
  await apply('create function double(n int) returns int language sql return n * 2;');
  await apply('create function double(n bigint) returns bigint language sql return n * 2;');
  expect(await sql`select double(2::bigint), pg_typeof(double(2::bigint))::text as type`).toEqual([
    { double: 4, type: 'bigint' },
  ]);
  expect(await functions()).toEqual(['double', 'is_short']);
});

test('a file that fails is named, and leaves what was there', async () => {
  await apply(shout('!'));
  await expect(apply(shout('?'), { rest: 'select 1/0;' })).rejects.toThrow(`${above} failed: division by zero`);
  expect(await written('hey')).toBe('hey!');
});

test('a file may use what the files before it make, and nothing after it', async () => {
  const one = 'create or replace function one() returns int language sql return 1;';
  const two = 'create or replace function two() returns int language sql return one() + 1;';
  await expect(apply(two, { rest: one })).rejects.toThrow(`${file} failed: function one() does not exist`);
  expect(await apply(one, { rest: two })).toBe(true);
});

test('an older release leaves the rules of a newer one, and says so', async () => {
  await apply(shout('!'), { release: '1.2.0-rc.2' });
  await expect(apply(shout('?'), { release: '1.2.0-rc.1' })).rejects.toThrow(
    'The database has the rules of Facevalue 1.2.0-rc.2, and this is 1.2.0-rc.1.',
  );
  expect(await written('hey')).toBe('hey!');
  // The same rules suit both.
  expect(await apply(shout('!'), { release: '1.1.0' })).toBe(false);
  expect(await apply(shout('?'), { release: '1.2.0' })).toBe(true);
});

test('the release before runs with the rules of the one after it, one of before that does not', async () => {
  await apply(shout('!'), { release: '1.1.0' });
  await apply(shout('?'), { release: '1.2.0' });
  expect(await apply(shout('!'), { release: '1.1.0' })).toBe(false);
  expect(await written('hey')).toBe('hey?');
  await expect(apply(shout('!'), { release: '1.0.0' })).rejects.toThrow('has the rules of Facevalue 1.2.0');
});

test('a view takes the place of one with more columns or in another order, as after a step back', async () => {
  const views = (columns: string) => `
    create or replace view loud as select ${columns} from words;
    create or replace view heard as select word from loud;`;
  await apply(views('word'));
  await apply(views("word, word || '!' as shouted"));
  expect(await apply(views('word'))).toBe(true);
  expect(await apply(views("word || '!' as shouted, word"))).toBe(true);
  await written('hey');
  expect(await sql`select * from loud`).toEqual([{ shouted: 'hey!', word: 'hey' }]);
  expect(await sql`select * from heard`).toEqual([{ word: 'hey' }]);
});

test('of two processes that start at once, one applies them', async () => {
  await writeFile(file, shout('!'));
  const other = connect(url, { max: 1 });
  const done = await Promise.all([applyRules(sql, [file], '1.0.0'), applyRules(other, [file], '1.0.0')]);
  await other.end();
  expect(done.sort()).toEqual([false, true]);
});

test('rules that find a table in use let others pass, and are applied once it is free', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const others = sql.begin(async (tx) => {
    await tx`select from words for update`;
    await tx`lock table words in row exclusive mode`;
    await held;
  });
  const done = apply(shout('!'));
  const waits = async () => expect(await sql`select from pg_locks where not granted`).toHaveLength(1);
  await vi.waitFor(waits, { timeout: 60_000, interval: 5 });
  // The change has given up by now, or does so before a write would.
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`;
    await tx`lock table words in row exclusive mode`;
  });
  release();
  await others;
  expect(await done).toBe(true);
  expect(await written('hey')).toBe('hey!');
});

test('a trigger and a view of the same text are left, so that nobody waits for them, and made anew where they are gone', async () => {
  const made = async () => {
    const [row] = await sql`
      select (select xmin::text from pg_trigger where tgname = 'words_shout') as trigger,
        (select xmin::text from pg_rewrite where ev_class = 'loud'::regclass) as view`;
    return row;
  };
  await apply(shout('!'));
  const first = await made();
  expect(await apply(shout('?'))).toBe(true);
  expect(await made()).toEqual(first);
  expect(await written('hey')).toBe('hey?');
  await sql`drop trigger words_shout on words`;
  await sql`drop view loud`;
  await apply(shout('!'));
  expect(await written('hey')).toBe('hey!');
  expect(await sql`select from loud`).toHaveLength(1);
});
