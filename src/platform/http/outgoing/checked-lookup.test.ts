import { expect, test } from 'vitest';
import { isLoopback, isPublic } from './checked-lookup.ts';

test.each(['1.1.1.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::7f00:1',
  '::127.0.0.1',
  '::808:808',
  '64:ff9b::7f00:1',
  'localhost',
  '',
])('%j is not', (address) => {
  expect(isPublic(address)).toBe(false);
});

test('a loopback address is known as one', () => {
  expect(['127.0.0.1', '::1', '::7f00:1', '10.0.0.1'].map(isLoopback)).toEqual([true, true, false, false]);
});
