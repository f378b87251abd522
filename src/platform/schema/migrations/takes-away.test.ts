import { expect, test } from 'vitest';
import { takesAway } from './takes-away.ts';

const isExpanding = (text: string) => takesAway(text).length === 0;

test.each([
  [
    'a new table with everything in it',
    'create table a (id int not null unique, check (id > 0)); create unique index on a (id);',
  ],
  [
    'a column that may be empty, or has a default',
    'alter table orders add column a int, add column b int not null default 0;',
  ],
  ['a constraint on columns that are new', 'alter table orders add column a int, add check (a > 0);'],
  [
    'a constraint that comes back wider',
    'alter table a drop constraint k; alter table a add constraint k check (b in (1, 2));',
  ],
  ['an index, rows and comments', "create index on orders (a); update orders set a = 'drop table x'; -- drop table x"],
  ['what says why the release before goes on', '-- Expands: nothing reads it since 1.0.0.\ndrop index orders_old;'],
])('%s takes nothing away', (_what, text) => {
  expect(takesAway(text)).toEqual([]);
});

test.each([
  'drop table orders;',
  'drop index orders_a;',
  'alter table orders drop column a;',
  'alter table orders add column b int, drop column if exists a;',
  'alter table orders rename column a to b;',
  'alter table orders rename to sales;',
  'alter table orders alter column a type bigint;',
  'alter table orders alter a set not null;',
  'alter table orders alter column a drop default;',
  'alter table orders add column a int not null;',
  'alter table orders add constraint k check (a > 0);',
  'alter table orders drop constraint k;',
  'create unique index orders_a on orders (a);',
  "insert into sealings (name) values ('orders');",
])('the release before may not run after: %s', (text) => {
  expect(isExpanding(text)).toBe(false);
});
