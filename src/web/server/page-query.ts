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
