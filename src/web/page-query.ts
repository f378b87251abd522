/** The page asked for in the URL; anything but a number is the first page. */
export function pageQueryOf(url: URL): { page?: string } {
  const page = url.searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(page) ? { page } : {};
}
