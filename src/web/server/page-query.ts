/** The page number in the URL; anything that is not a number means the first page. */
export function pageQueryOf(url: URL): { page?: string } {
  const page = url.searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(page) ? { page } : {};
}

/** The text of a search field: one line of at most 100 characters. */
export const searchOf = (search: URLSearchParams): string =>
  (search.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100);

/** The sort order in the URL; anything else means the list's own order. */
export function sortQueryOf<Sort extends string>(url: URL, sorts: readonly Sort[]): { sort?: Sort } {
  const sort = sorts.find((one) => one === url.searchParams.get('sort'));
  return sort ? { sort } : {};
}

/** A path with these parameters in its query besides its own; null leaves one as it is. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const [pathname = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return query.size ? `${pathname}?${query}` : pathname;
}
