export interface Sort {
  key: string;
  descending: boolean;
}

type SortValue = string | number | bigint | null;
export type SortValueOf<Row> = (row: Row) => SortValue;

/** A list's sort order, from its URL parameter: `held` ascending, `-held` descending. */
export function readSort(text: string | null, keys: readonly string[]): Sort | null {
  const descending = text?.startsWith('-') ?? false;
  const key = descending ? text?.slice(1) : text;
  return key && keys.includes(key) ? { key, descending } : null;
}

export const sortText = ({ key, descending }: Sort) => `${descending ? '-' : ''}${key}`;

/** Sorts a complete list; missing values come last in either direction. */
export function sortRows<Row>(rows: readonly Row[], by: SortValueOf<Row>, descending: boolean): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descending ? -compare(a, b) : compare(a, b);
  });
}

/** Numbers and coin units by size, words alphabetically. */
function compare(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b));
  return a < b ? -1 : Number(a > b);
}
