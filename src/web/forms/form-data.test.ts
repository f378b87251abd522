import { expect, test } from 'vitest';
import { readForm } from './form-data.ts';

const form = 'application/x-www-form-urlencoded';
const post = (body: string, type = form) =>
  new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } });

test('a field is read as it was typed, and one that is not there is empty', async () => {
  const field = await readForm(post('name=J%C3%BCrgen+%26+Co&name=second'));
  expect(field('name')).toBe('Jürgen & Co');
  expect(field('other')).toBe('');
});

test('checkboxes of one name are read together', async () => {
  const field = await readForm(post('ids=1&other=3&ids=2'));
  expect(field.all('ids')).toEqual(['1', '2']);
  expect(field.all('none')).toEqual([]);
});

test.each([
  ['JSON', post('{', 'application/json'), 415],
  ['a multipart body', post('--x', 'multipart/form-data; boundary=x'), 415],
  ['a body over 64 KiB', post(`a=${'b'.repeat(64 * 1024)}`), 413],
])('%s is refused', async (_what, request, status) => {
  await expect(readForm(request)).rejects.toMatchObject({ init: { status } });
});
