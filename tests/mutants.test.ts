import { expect, test } from 'vitest';
import { parseMutants } from '../tools/mutate/js-mutants.ts';

/** Every version of the code with one mutant in it. */
const mutate = (source: string) =>
  parseMutants('rule.ts', source).mutants.map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );

/** The same for the SQL of one statement, where `?` stands for a value that is put in. */
const value = ['$', '{value}'].join('');
const mutateSql = (statement: string) =>
  mutate(`sql\`${statement.replaceAll('?', value)}\``).map((source) =>
    source.slice(4, -1).replaceAll(value, '?').replace(/ +/g, ' ').trim(),
  );

test('a condition is moved by one, turned round and left out', () => {
  expect(mutate('if (spent < limit) refuse();')).toEqual([
    'if (true) refuse();',
    'if (false) refuse();',
    'if (spent <= limit) refuse();',
    'if (spent < limit) undefined;',
  ]);
});

test('types are not mutated', () => {
  expect(mutate('export type Fee = 0 | 1; const rule: true | null = none as true | null;')).toEqual([]);
});

test('each rule of a query is moved or left out, with what is put into it', () => {
  expect(mutateSql('select from cards where id = ? and (price > ? or held) for update')).toEqual([
    'select from cards where true and (price > ? or held) for update',
    'select from cards where id = ? and true for update',
    'select from cards where id = ? and ( false or held) for update',
    'select from cards where id = ? and (price >= ? or held) for update',
    'select from cards where id = ? and (price > ? or false ) for update',
    'select from cards where id = ? and (price > ? or held)',
  ]);
});
