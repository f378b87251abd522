import { expect, test } from 'vitest';
import { fits } from './fuzzy.ts';

const best = (typed: string, texts: string[]) =>
  texts.filter((text) => fits(typed, text) > 0).sort((one, other) => fits(typed, other) - fits(typed, one));

test('letters in their order fit, in any case and without their accents', () => {
  expect(fits('pymt', 'Payments on hold')).toBeGreaterThan(0);
  expect(fits('reunion', 'Réunion')).toBeGreaterThan(0);
  expect(fits('tp', 'Payments')).toBe(0);
  expect(fits('', 'Anything')).toBeGreaterThan(0);
});

test('the beginnings of words and letters that stand together go first', () => {
  expect(best('au', ['Cautious', 'Audit', 'Alerts'])[0]).toBe('Audit');
  expect(best('poh', ['People other', 'Payments on hold'])[0]).toBe('Payments on hold');
  expect(best('news', ['News feed of old', 'News'])[0]).toBe('News');
});
