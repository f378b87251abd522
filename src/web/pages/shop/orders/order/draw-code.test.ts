import { expect, test } from 'vitest';
import { drawCode } from './draw-code.ts';

test('a Code 128 is as wide as its symbols, and starts and stops as the standard says', async () => {
  const drawn = await drawCode('code128', 'AB12');
  // Start, four characters, check and stop: six symbols of 11 modules and one of 13.
  expect(drawn).toMatchObject({ kind: 'code128', width: 6 * 11 + 13 });
  const { path = '' } = drawn as { path?: string };
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)/g)].map(([, at, width]) => [Number(at), Number(width)]);
  // Start B: bars of 2, 1 and 1 modules; stop: 2, 3, 1 and 2.
  expect(bars.slice(0, 3)).toEqual([
    [0, 2],
    [3, 1],
    [6, 1],
  ]);
  expect(bars.slice(-4).map(([, width]) => width)).toEqual([2, 3, 1, 2]);
});

test('a programme without a barcode, and a card without a code, get none', async () => {
  expect(await drawCode('none', 'ABCD')).toBeNull();
  expect(await drawCode('qr', null)).toBeNull();
  expect(await drawCode('qr', 'ABCD')).toMatchObject({ kind: 'qr' });
});
