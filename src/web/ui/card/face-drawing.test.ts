import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faceDrawing, PlacedDrawing } from './face-drawing.ts';

const theme = { color_from: '#204030', color_to: '#305040', motif: 'waves' };
const face = { programme: 'Oak & Co', theme, value: '$25', corner: 'Plus', country: 'Germany' };

test('a face says what the card is', () => {
  const drawing = String(faceDrawing(face));
  for (const text of ['Oak &amp; Co', '$25', 'Plus', 'Germany', '#waves']) expect(drawing).toContain(text);
});

test('a face shown again is the same drawing, which React therefore leaves alone', () => {
  expect(faceDrawing({ ...face })).toBe(faceDrawing(face));
  expect(faceDrawing({ ...face, value: '$50' })).not.toBe(faceDrawing(face));
});

test('two faces on a page have no id in common, and each refers to its own', () => {
  const [one, two] = ['a', 'b'].map((id) => String(new PlacedDrawing(faceDrawing(face), id)));
  const ids = (drawing = '') => Array.from(drawing.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  expect(ids(one)).toEqual(['a-tint', 'a-shade', 'a-fade']);
  expect(ids(two)).toEqual(['b-tint', 'b-shade', 'b-fade']);
  expect(Array.from(two!.matchAll(/url\(#([^)]*)\)/g), ([, id]) => id)).toEqual(['b-tint', 'b-shade', 'b-fade']);
});

test('no text and no colour of a programme can become markup', () => {
  const nasty = fc.oneof(
    fc.constant('"><script>'),
    fc.constant("'</text><a href=x>"),
    fc.string({ unit: 'grapheme-ascii' }),
  );
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, nasty, (programme, color_from, motif, value, country) => {
      const nastyFace = {
        programme,
        value,
        country,
        corner: value,
        theme: { color_from, color_to: color_from, motif },
      };
      const drawing = String(new PlacedDrawing(faceDrawing(nastyFace), 'a'));
      const tags = new Set(Array.from(drawing.matchAll(/<\/?([^\s/>]*)/g), (match) => match[1]));
      expect(tags.difference(new Set(['linearGradient', 'stop', 'mask', 'rect', 'use', 'g', 'text'])).size).toBe(0);
      for (const [attributes] of drawing.matchAll(/<[^>]*>/g))
        expect(attributes).toMatch(/^<\/?\w+( [\w-]+="[^"<>]*")*\/?>$/);
    }),
  );
});
