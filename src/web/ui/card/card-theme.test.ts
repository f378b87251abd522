import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '#contracts/messages/contrast.ts';
import { cardThemeOf, fitText, motifOf, paintOf, textWidth } from './card-theme.ts';

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
});

test('ink is white on dark colours and black on light ones', () => {
  expect(paintOf({ color_from: '#112233', color_to: '#225544', motif: '' })).toEqual({
    ink: '#ffffff',
    from: '#112233',
    to: '#225544',
  });
  expect(paintOf({ color_from: '#ffe9a8', color_to: '#f2c14e', motif: '' }).ink).toBe('#10160f');
});

test('the small print of a card reads on whatever colours a programme chose', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colour, colour, (color_from, color_to) => {
      const { ink, from, to } = paintOf({ color_from, color_to, motif: '' });
      expect(Math.min(contrast(ink, from), contrast(ink, to))).toBeGreaterThanOrEqual(4.5);
    }),
  );
  expect(paintOf({ color_from: 'red', color_to: '"><', motif: '' }).from).toMatch(/^#[0-9a-f]{6}$/);
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
  expect(cardThemeOf({}, 'x').motif).toBe('rosette');
  expect(motifOf('nonsense')).toBe('rosette');
});
