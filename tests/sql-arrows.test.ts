import { expect, test } from 'vitest';
import { features } from '#contracts/areas.ts';
import { parseSource, readSources } from '../tools/source-texts.ts';
import { type Exception, findSqlFaults, ownersOf, readRules, usesIn } from '../tools/sql-arrows/check-sql-arrows.ts';
import { createTestShop } from './support/shop.ts';

const owns = (folder: string, table: string) =>
  parseSource(
    `src/features/${folder}/feature.ts`,
    `export const feature = { tables: { ${table}: { why: 'books' } } };`,
  );
const house = [owns('shop/cart', 'cart_items'), owns('shop/orders', 'orders'), owns('messages/mail', 'mailbox')];
const verb = (folder: string, statement: string) =>
  parseSource(`src/features/${folder}/verb.ts`, `export const verb = (sql) => sql\`${statement}\`;`);
const faultsOf = (folder: string, statement: string, exceptions: Exception[] = []) =>
  findSqlFaults([...house, verb(folder, statement)], exceptions);

test.each([
  ['its own table', 'shop/cart', 'insert into cart_items (card_id) values (1)'],
  ['a table below it', 'shop/orders', 'select from cart_items join mailbox using (id)'],
  [
    'a common table expression with the name of a table above it',
    'shop/cart',
    'with orders as (select 1) select from orders',
  ],
  ['a table above it in a comment', 'shop/cart', 'select 1 -- from orders'],
  ['a table that nobody owns', 'shop/cart', 'update ledger_transfers set id = 1'],
  ['everything as the demo, which seeds it', 'demo', 'insert into orders select from cart_items'],
])('a feature may use %s', (_title, folder, statement) => {
  expect(faultsOf(folder, statement)).toEqual([]);
});

test.each([
  ['read a table above it', 'shop/cart', 'select from cart_items join orders o using (id)', 'reads orders'],
  ['read one in a nested statement', 'shop/cart', `select \${sql\`(select id from orders)\`}`, 'reads orders'],
  ['write a table above it', 'shop/cart', 'update orders set id = 1', 'writes orders'],
  ['write a table below it', 'shop/orders', 'delete from cart_items where id = 1', 'writes cart_items'],
  ['insert into a table below it', 'shop/orders', 'insert into mailbox (id) select 1', 'writes mailbox'],
])('no feature may %s', (_title, folder, statement, fault) => {
  expect(faultsOf(folder, statement)).toEqual([expect.stringContaining(`src/features/${folder}/verb.ts:1 ${fault}`)]);
});

test('functions and triggers of a feature are held to the same, each without the names of the others', () => {
  const rules = {
    file: 'src/features/shop/cart/rules.sql',
    text: `-- Counts orders.
create or replace function count_carts() returns bigint language sql as $$
  with orders as (select 1) select count(*) from orders $$;

create or replace function end_orders() returns trigger language plpgsql as $$
begin update orders set id = 1; return null; end $$;
create or replace trigger cart_items_end after update of id on cart_items for each row execute function end_orders();
`,
    nodes: [],
  };
  expect(findSqlFaults([...house, rules], [])).toEqual([
    expect.stringContaining('src/features/shop/cart/rules.sql:5 writes orders'),
  ]);
  expect(readRules().length).toBeGreaterThan(20);
});

test('an exception allows what it names and no more, and is a fault once nothing needs it', () => {
  const exception: Exception = { feature: 'cart', does: 'reads', tables: ['orders'], why: 'limits' };
  expect(faultsOf('shop/cart', 'select from orders', [exception])).toEqual([]);
  expect(faultsOf('shop/cart', 'update orders set id = 1', [exception])).toHaveLength(2);
  expect(faultsOf('shop/cart', 'select 1', [exception])).toEqual([
    'no exception is needed any more: cart reads orders',
  ]);
});

test('a table has one owner', () => {
  expect(findSqlFaults([...house, owns('shop/gifts', 'orders')], [])).toEqual([
    'orders has two owners: orders and gifts',
  ]);
});

test('every table that a feature names exists, and the SQL that was read uses nearly all of them', async () => {
  const { sql } = await createTestShop();
  const sources = readSources('src/features', /\.ts$/);
  const owners = ownersOf(sources);
  const there = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const names = there.map(({ name }) => name);
  expect([...owners.keys()].filter((table) => !names.includes(table))).toEqual([]);
  expect(new Set(owners.values()).size).toBeGreaterThan(features.length / 2);
  const used = new Set(sources.flatMap(usesIn).map(({ table }) => table));
  expect([...owners.keys()].filter((table) => used.has(table)).length).toBeGreaterThan(owners.size * 0.9);
});
