/**
 * Whether a request that may change something comes from one of our own pages. Browsers send Sec-Fetch-Site or Origin
 * with every form post; requests with neither are refused.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return site === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}
