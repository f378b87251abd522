import { expect, test } from 'vitest';
import { listFirst } from './list-first.ts';

test.each([
  ['', false],
  ['q=coffee', false],
  ['q=coffee&sort=newest&level=&price_min=', false],
  ['country=DE&currency=EUR&category=gaming', false],
  ['sort=price', true],
  ['level=Plus', true],
  ['programme_id=x', true],
  ['price_max=20', true],
  ['cursor=abc', true],
])('the address %j asks for single cards first: %s', (query, expected) => {
  expect(listFirst(new URLSearchParams(query))).toBe(expected);
});
