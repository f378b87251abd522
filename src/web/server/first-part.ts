/** What a path's first part looks like where it needs no decoding, with the ending of the data that an open page asks for. */
const FIRST_PART = /^\/([\w-]+)(?:\.data)?(?=\/|$)/;

/** The first part of a page's path, in lower case as routes are matched; null if it has none, or one that must be decoded. */
export const firstPartOf = (pathname: string): string | null => FIRST_PART.exec(pathname)?.[1]?.toLowerCase() ?? null;

/** Items by the first part of their paths; those that match any first part are in each list, in the order that they had. */
export function groupByFirstPart<T>(items: readonly T[], pathOf: (item: T) => string | undefined): Map<string, T[]> {
  const partOf = (item: T) => pathOf(item)?.replace(/^\//, '').split('/', 1)[0]?.toLowerCase() ?? '';
  const isFixed = (part: string) => part !== '' && !/^[:*]/.test(part);
  const parts = new Set(items.map(partOf).filter(isFixed));
  return new Map(
    Array.from(parts, (part) => [part, items.filter((item) => partOf(item) === part || !isFixed(partOf(item)))]),
  );
}
