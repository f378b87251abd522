export const LANDING = '/news';

// A made-up host: whatever the browser's own parser would send elsewhere shows up as another origin.
const HERE = 'http://own.invalid';

/** A path of this site, or /news: keeps a form from being a springboard to somewhere else. */
export function localPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return LANDING;
  const url = new URL(next, HERE);
  if (url.origin !== HERE || /[\\\p{Cc}]/u.test(next + safeDecode(url.pathname))) return LANDING;
  if (safeDecode(url.pathname).startsWith('//')) return LANDING;
  return url.pathname + url.search + url.hash;
}

/** Where a login leads: a path of this site that isn't of its own kind, or /news. */
export function safeRedirect(next: string | null | undefined): string {
  const path = localPath(next);
  return /^\/(login|register|logout|maintenance)([?#]|$)/.test(path) ? LANDING : path;
}

export function loginPath(from: string): string {
  const next = safeRedirect(from);
  return next === LANDING || next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}

/** Where a closed shop sends, and from where one comes back by oneself once it is open. */
export function maintenancePath(from: URL): string {
  return `/maintenance?next=${encodeURIComponent(pathAfterMaintenance(from.pathname + from.search))}`;
}

/** Where a shop that is open again leads: a path of this site that is a page, or /news. */
export function pathAfterMaintenance(next: string): string {
  const path = localPath(next);
  return /^\/(logout|maintenance)([?#]|$)/.test(path) ? LANDING : path;
}

/** Where a person confirms to be who signed in, and from where one goes on with what one was doing. */
export function confirmPath(from: URL): string {
  return `/user/confirm?next=${encodeURIComponent(localPath(from.pathname + from.search))}`;
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}
