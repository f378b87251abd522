import { expect, test } from 'vitest';
import { foldName } from './fold-name.ts';
import { isCloseName } from './is-close-name.ts';
import { readList } from './read-list.ts';

test('a name is the same in any case, order, spelling of diacritics and punctuation', () => {
  const spellings = ['José Peña-Núñez', 'PENA NUNEZ, Jose', 'Nuñez  Peña José', 'jose pena nunez jose'];
  expect(new Set(spellings.map(foldName))).toEqual(new Set(['jose nunez pena']));
  expect(foldName('Łukasz Weiß Ørsted')).toBe('lukasz orsted weiss');
  expect(foldName('Иванов Пётр')).toBe(foldName('пётр ИВАНОВ'));
  expect(foldName(' -- ')).toBe('');
  expect(foldName('Iv\u200ban Si\u00addo\u034frov\u3164')).toBe('ivan sidorov');
});

test.each([
  ['Ivan Petrovich Sidorov', 'Ivan Sidorov', true],
  ['Ivan Sidorow', 'Sidorov Ivan', true],
  ['Ivan Sidrov', 'Ivan Sidorov', true],
  ['Ivan Sidoorv', 'Ivan Sidorov', true],
  ['Ivan Siderow', 'Ivan Sidorov', false],
  ['Iwan Sidorov', 'Ivan Sidorov', false],
  ['Sidorov', 'Ivan Sidorov', false],
  ['Anna Schmidt', 'Ivan Sidorov', false],
])('%s resembles %s: %s', (name, listed, close) => {
  expect(isCloseName(foldName(name), foldName(listed))).toBe(close);
});

test('a list holds addresses, countries and names, and says which of its lines it skipped', () => {
  const address = `0x${'22'.repeat(20)}`;
  const text = `# list\n${address}\ncountry:IR\nCOUNTRY: kp # closed\nname:José Peña\ncountry:Iran\nname:\nfoo:bar\nname:Pena, Jose`;
  expect(readList(text)).toEqual({
    keys: [expect.any(String)],
    countries: ['IR', 'KP'],
    names: ['jose pena'],
    skipped: [6, 7, 8],
  });
});
