import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

/** Paints the path into pixels, as a browser would. */
function paint({ size, path }: { size: number; path: string }, scale = 4) {
  const side = size * scale;
  const pixels = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let py = Number(y) * scale; py < (Number(y) + 1) * scale; py++)
      for (let px = Number(x) * scale; px < (Number(x) + Number(width)) * scale; px++)
        pixels.fill(0, (py * side + px) * 4, (py * side + px) * 4 + 3);
  }
  return { width: side, height: side, data: pixels };
}

test('an independent decoder reads back what was drawn', () => {
  const uri = fc.stringMatching(/^ethereum:0x[0-9a-f]{40}@31337\?value=[1-9][0-9]{0,20}$/);
  fc.assert(
    fc.property(uri, (text) => {
      expect(decodeQR(paint(qrPath(text)))).toBe(text);
    }),
    { numRuns: 20 },
  );
});
