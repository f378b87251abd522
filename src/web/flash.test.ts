import { expect, test } from 'vitest';
import { flash, readFlash } from './flash.ts';

test('a message survives the redirect', () => {
  const message = { type: 'warning', title: 'Access; Forbidden', content: 'ü' } as const;
  expect(readFlash(flash(message).split(';')[0] ?? '')).toEqual(message);
});

test('a cookie that is not ours shows nothing', () => {
  expect(readFlash('facevalue_flash=%7B')).toBeNull();
  expect(readFlash('facevalue_flash=%7B%22type%22%3A%22x%22%7D')).toBeNull();
  expect(readFlash(null)).toBeNull();
});
