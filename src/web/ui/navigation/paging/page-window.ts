const SIZE = 10;

/** The page numbers to offer: ten in a row around the current one, clamped to 1..last. */
export function pageWindow(current: number, last: number): number[] {
  const first = Math.max(1, Math.min(current - SIZE / 2 + 1, last - SIZE + 1));
  return Array.from({ length: Math.min(SIZE, last) }, (_, index) => first + index);
}
