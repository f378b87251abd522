import type { DigitGroup } from './digit-runs.ts';

/** The groups around a place that the same separator joins, all of the same length but the last. */
export function blockAround(run: readonly DigitGroup[], start: number, end: number): readonly DigitGroup[] {
  const gap = run[start + 1]?.gap;
  const size = run[start]!.digits.length;
  if (start === end || run.slice(start + 1, end + 1).some((group) => group.gap !== gap))
    return run.slice(start, end + 1);
  let first = start;
  while (first > 0 && run[first]!.gap === gap && run[first - 1]!.digits.length === size) first--;
  let last = end;
  while (
    last + 1 < run.length &&
    run[last + 1]!.gap === gap &&
    run[last]!.digits.length === size &&
    run[last + 1]!.digits.length <= size
  )
    last++;
  return run.slice(first, last + 1);
}

export const digitsOf = (groups: readonly DigitGroup[]): string => groups.map(({ digits }) => digits).join('');
