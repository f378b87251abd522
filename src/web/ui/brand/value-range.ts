interface Value {
  currency: string;
  face_cents: number;
}

interface Range {
  currency: string;
  low: number;
  high: number;
  /** Whether there are values in other currencies, too. */
  more: boolean;
}

/** The smallest and the largest value of a brand in the currency that it has most values in; null where it has none. */
export function valueRange(values: readonly Value[]): Range | null {
  const groups = Map.groupBy(values, ({ currency }) => currency);
  const [largest] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  if (!largest) return null;
  const faces = largest[1].map(({ face_cents }) => face_cents);
  return { currency: largest[0], low: Math.min(...faces), high: Math.max(...faces), more: groups.size > 1 };
}
