import { expect, test } from 'vitest';
import { defaultKeys, digitsOf, keysOf, sameKey } from '#contracts/identity/shortcuts.ts';
import { at, nameOf, readSources, stringsOf } from '../../tools/source-texts.ts';

test('the keys of the shop hold until an account has its own, and none once it switched them off', () => {
  expect(keysOf(null)).toEqual(defaultKeys);
  expect(keysOf({ on: true, keys: { take: 'x', undo: '' } })).toEqual({
    ...defaultKeys,
    take: 'x',
    undo: undefined,
  });
  expect(keysOf({ on: false, keys: { take: 'x' } })).toEqual({});
});

test('a key of their own is taken from the shortcut that has it by default', () => {
  const { solve, take } = keysOf({ on: true, keys: { solve: 'a' } });
  expect({ solve, take }).toEqual({ solve: 'a', take: undefined });
});

test('saved views have the digits that no shortcut took, and none where single keys are off', () => {
  expect(digitsOf(keysOf(null)).join('')).toBe('123456789');
  expect(digitsOf(keysOf({ on: true, keys: { solve: '2' } })).join('')).toBe('13456789');
  expect(digitsOf(keysOf({ on: false, keys: {} }))).toEqual([]);
});

test('two shortcuts with one key are found, chosen or left as they are; two without a key are not', () => {
  expect(sameKey({ on: true, keys: { solve: 'a' } })).toEqual({ key: 'a', names: ['take', 'solve'] });
  expect(sameKey({ on: true, keys: { solve: 'x', note: 'x' } })).toEqual({ key: 'x', names: ['note', 'solve'] });
  expect(sameKey({ on: true, keys: { solve: 'a', take: 's' } })).toBeUndefined();
  expect(sameKey({ on: true, keys: { solve: '', take: '' } })).toBeUndefined();
});

test('no control of a page has a single key that an account could not change', () => {
  const faults = readSources('src/web').flatMap((source) =>
    source.nodes
      .filter((node) => node.type === 'JSXAttribute' && nameOf(node) === 'aria-keyshortcuts')
      .flatMap((node) =>
        stringsOf(node.value)
          .filter((key) => key.length === 1 && key !== '*')
          .map((key) => `${at(source, node)} ${key}`),
      ),
  );
  expect(faults).toEqual([]);
});
