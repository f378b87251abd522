import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('statements end at semicolons, but for those in texts, names, comments and bodies', () => {
  const sql = `-- First; of all.
create table "a;b" (t text default 'it''s; so');
/* not; here */ select 1;
-- Above the function.
create function f() returns int language plpgsql as $body$ begin return 1; end $body$;
select $$a;b$$ -- the end;
`;
  expect(splitStatements(sql)).toEqual([
    { comment: 'First; of all.', text: `create table "a;b" (t text default 'it''s; so')` },
    { comment: '', text: '/* not; here */ select 1' },
    {
      comment: 'Above the function.',
      text: 'create function f() returns int language plpgsql as $body$ begin return 1; end $body$',
    },
    { comment: '', text: 'select $$a;b$$ -- the end;' },
  ]);
  expect(splitStatements('-- nothing\n')).toEqual([]);
});
