import fc from 'fast-check';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { NETWORK_RANGES } from '#features/oversight/import-guard/numbers/network-ranges.ts';

/** A number that a payment network could issue: any range, any of its lengths, Luhn valid. */
export const networkNumber = fc
  .record({
    range: fc.constantFrom(...NETWORK_RANGES),
    pick: fc.nat(),
    offset: fc.nat(),
    free: fc.array(fc.nat(9), { minLength: 19, maxLength: 19 }),
  })
  .map(({ range, pick, offset, free }) => {
    const length = range.lengths[pick % range.lengths.length]!;
    const width = Number(range.to) - Number(range.from) + 1;
    const prefix = String(Number(range.from) + (offset % width)).padStart(range.from.length, '0');
    const body = (prefix + free.join('')).slice(0, length - 1);
    return body + luhnDigit(body);
  });
