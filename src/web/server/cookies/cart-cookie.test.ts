import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cartCookie, readCart } from './cart-cookie.ts';

const sent = (ids: readonly string[], secure = true) => cartCookie(ids, secure).split(';')[0]!;

test('holds the last twenty cards, each once, and nothing that is no card', () => {
  const ids = Array.from({ length: 21 }, () => randomUUID());
  expect(readCart(sent(ids), true)).toEqual(ids.slice(1));
  expect(readCart(sent([ids[0]!, ids[0]!, 'x', ids[1]!]), true)).toEqual(ids.slice(0, 2));
  expect(readCart(sent(ids), false)).toEqual([]);
  expect(readCart('facevalue_cart=a.b', false)).toEqual([]);
});

test('ends with no card', () => {
  expect(cartCookie([], true)).toMatch(/^__Host-facevalue-cart=;.*Max-Age=0/);
});
