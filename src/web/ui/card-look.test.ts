import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, fitText, inkOn, lookOf, motifOf, textWidth } from './card-look.ts';

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
});

test('ink is white on dark colours and black on light ones', () => {
  expect(inkOn({ color_from: '#112233', color_to: '#225544', motif: '' })).toBe('#ffffff');
  expect(inkOn({ color_from: '#ffe9a8', color_to: '#f2c14e', motif: '' })).toBe('#10160f');
});

test('whatever a programme is called, its name stays inside the card', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (name) => {
      const { text, size } = fitText(name, 200, [24, 18, 14]);
      expect(textWidth(text, size)).toBeLessThanOrEqual(textWidth('…', size) + 200);
    }),
  );
  expect(fitText('Oak', 200, [24, 18])).toEqual({ text: 'Oak', size: 24 });
  expect(fitText('A very long programme name indeed', 200, [24, 18]).text).toMatch(/…$/);
});

test('an unknown programme or motif still has a face', () => {
  expect(lookOf({}, 'x').motif).toBe('rosette');
  expect(motifOf('nonsense')).toBe('rosette');
});
