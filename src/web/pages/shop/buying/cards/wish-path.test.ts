import { expect, test } from 'vitest';
import { wishPath } from './wish-path.ts';

test.each([
  ['q=coffee', '/preorder'],
  ['programme_id=p', '/preorder?programme_id=p'],
  ['programme_id=p&face_min=25&face_max=50', '/preorder?programme_id=p&face=25&quantity=1'],
  ['prefix=7074&face_max=12,50', '/preorder?prefix=7074&face=12%2C50'],
  ['face_min=%3Cimg%3E', '/preorder'],
])('the filters %j become the pre-order %s', (query, path) => {
  expect(wishPath(new URLSearchParams(query))).toBe(path);
});
