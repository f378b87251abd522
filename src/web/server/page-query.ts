/** The page asked for in the URL; anything but a number is the first page. */
export function pageQueryOf(url: URL): { page?: string } {
  const page = url.searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(page) ? { page } : {};
}

/** What was typed into a search field: one line of at most 100 characters. */
export const searchOf = (search: URLSearchParams): string =>
  (search.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100);
