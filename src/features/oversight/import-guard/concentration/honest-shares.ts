import type { CodeFormat } from '../masks/format.ts';

const DIGITS = '0123456789';
const PREFIX = 6;
const [SHORTEST, LONGEST] = [12, 19];

/**
 * How often an honest number of each length from 12 to 19 has a right Luhn digit at most, whatever its first six digits are:
 * one time in ten with all ten digits, more often where an alphabet has only a few.
 */
export function honestShares({ code, pin }: CodeFormat): number[] {
  const ofCode = mostLikelySums(code.kind === 'numeric' ? DIGITS : code.alphabet);
  const ofPin = mostLikelySums(pin === null ? '' : pin.kind === 'numeric' ? DIGITS : pin.alphabet);
  const lengths = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, at) => SHORTEST + at);
  return lengths.map((length) => {
    const rest = length - PREFIX;
    const splits = Array.from({ length: rest + 1 }, (_, inPin) => {
      if ((inPin > 0 && !ofPin) || (inPin < rest && !ofCode)) return 0;
      return Math.min(ofCode?.[rest - inPin] ?? 1, ofPin?.[inPin] ?? 1);
    });
    return Math.max(0.1, ...splits);
  });
}

/** The chance of the likeliest Luhn sum mod 10 of as many random digits as the index says; undefined without digits. */
function mostLikelySums(alphabet: string): number[] | undefined {
  const digits = [...alphabet].filter((letter) => DIGITS.includes(letter)).map(Number);
  if (digits.length === 0) return undefined;
  return Array.from({ length: LONGEST }, (_, count) =>
    Math.max(likeliest(digits, count, 0), likeliest(digits, count, 1)),
  );
}

function likeliest(digits: readonly number[], count: number, phase: number): number {
  let chances = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const next = chances.map(() => 0);
    for (const digit of digits) {
      const value = at % 2 === phase ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
      for (const [sum, chance] of chances.entries()) next[(sum + value) % 10]! += chance / digits.length;
    }
    chances = next;
  }
  return Math.max(...chances);
}
