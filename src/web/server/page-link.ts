/** The page of a list that a link of the API leads to, with what else stands in the URL; null if there is none. */
export function pageLink(link: string | null, here: URL): string | null {
  if (link === null) return null;
  const query = new URLSearchParams(here.search);
  query.set('cursor', new URL(link, 'http://api').searchParams.get('cursor') ?? '');
  return `${here.pathname}?${query}`;
}
