export const landing = '/news';

// A made-up host: whatever the browser's own parser would send elsewhere shows up as another origin.
const here = 'http://own.invalid';

/** A path of this site, or /news: keeps a login from being a springboard to somewhere else. */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return landing;
  const url = new URL(wanted, here);
  if (url.origin !== here || /[\\\p{Cc}]/u.test(wanted) || /^\/[/\\]/.test(safeDecode(url.pathname))) return landing;
  if (url.pathname === '/login' || url.pathname === '/register' || url.pathname === '/logout') return landing;
  return url.pathname + url.search;
}

export function loginPath(from: string): string {
  const wanted = ownPath(from);
  return wanted === landing || wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}
