import { expect, test } from 'vitest';
import { directionOf } from './direction-of.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

test('every language is written in the direction that CLDR gives it', () => {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const differs = (code: string) => directionOf(code) !== new Intl.Locale(code).getTextInfo().direction;
  expect(codes.filter(differs)).toEqual([]);
  expect([directionOf('ar-EG'), directionOf('es-MX')]).toEqual(['rtl', 'ltr']);
});
