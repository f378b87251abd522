import { expect, test } from 'vitest';
import { pageQueryOf, searchOf, sortQueryOf } from './page-query.ts';

test.each([
  ['?page=3', { page: '3' }],
  ['?page=abc', {}],
  ['?page=0', {}],
  ['?page=999999', {}],
  ['', {}],
])('%j asks for %j', (query, page) => {
  expect(pageQueryOf(new URL(`http://localhost/${query}`))).toEqual(page);
});

test.each([
  ['?sort=-state', { sort: '-state' }],
  ['?sort=content', {}],
  ['', {}],
])('%j sorts by %j', (query, sort) => {
  expect(sortQueryOf(new URL(`http://localhost/${query}`), ['state', '-state'])).toEqual(sort);
});

test('a search is one line of at most 100 characters', () => {
  expect(searchOf(new URLSearchParams({ q: ' a\u0000b\nc ' }))).toBe('a b c');
  expect(searchOf(new URLSearchParams({ q: 'x'.repeat(300) }))).toHaveLength(100);
  expect(searchOf(new URLSearchParams())).toBe('');
});
