import { href, matchPath } from 'react-router';
import { screens } from '#web/routes.ts';

export const LANDING = href('/news');

// A made-up host: anything the browser's parser would send elsewhere shows up as another origin.
const HERE = 'http://own.invalid';

/** A path on this site, or /news: prevents open redirects through a form. */
export function localPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return LANDING;
  const url = new URL(next, HERE);
  if (url.origin !== HERE || /[\\\p{Cc}]/u.test(next + safeDecode(url.pathname))) return LANDING;
  if (safeDecode(url.pathname).startsWith('//')) return LANDING;
  return url.pathname + url.search + url.hash;
}

/** Where to go after login: the path of a page that is not itself a login page, or /news. */
export function safeRedirect(next: string | null | undefined): string {
  return pageOtherThan([href('/login'), href('/register'), href('/maintenance')], localPath(next));
}

/** The page that an address leads to; null if that is none, or only where a login leads anyway. */
export function pageAskedFor(next: string | null): string | null {
  const path = safeRedirect(next);
  return path === LANDING ? null : path;
}

export const loginPath = (from: string) => withNext(href('/login'), pageAskedFor(from));

/** Where an account is made. The home page shows a new account nothing, so it isn't worth going back to. */
export function registerPath(from: string | null): string {
  const next = pageAskedFor(from);
  return withNext(href('/register'), next === href('/') ? null : next);
}

/** The maintenance page, with the address to return to automatically once the shop reopens. */
export function maintenancePath(from: URL): string {
  return withNext(href('/maintenance'), pathAfterMaintenance(from.pathname + from.search));
}

/** Where to go once the shop has reopened: the path of a page on this site, or /news. */
export function pathAfterMaintenance(next: string): string {
  return pageOtherThan([href('/maintenance')], localPath(next));
}

/** A decision about a proposal, which whoever has a passkey signs by it. */
export interface Decision {
  proposal_id: string;
  decision: 'approved' | 'rejected';
}

/** The page on which users confirm their identity, or sign a decision, before continuing what they were doing. */
export function confirmPath(from: URL, decision: Decision | null = null): string {
  const page = withNext(href('/user/confirm'), localPath(from.pathname + from.search));
  return decision ? `${page}&${new URLSearchParams({ ...decision })}` : page;
}

const withNext = (page: string, next: string | null) =>
  next === null ? page : `${page}?next=${encodeURIComponent(next)}`;

/** The path if it leads to a page of the app, but not to one of these; else /news. */
function pageOtherThan(pages: readonly string[], path: string): string {
  const { pathname } = new URL(path, HERE);
  const screen = screens.find((one) => one.path === pathname) ?? screens.find((one) => matchPath(one.path, pathname));
  const isPage = screen && screen.path !== '*' && screen.layout !== 'none';
  // The router answers a page's path with this ending with its data.
  return isPage && !pathname.endsWith('.data') && !pages.includes(pathname) ? path : LANDING;
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}
