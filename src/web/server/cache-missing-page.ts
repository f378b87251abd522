import { matchRoutes } from 'react-router';
import { screens } from '#web/routes.ts';
import { readFlash } from './cookies/flash.ts';
import { readTheme } from './cookies/theme-cookie.ts';
import type { PageRequest } from './create-page-context.ts';
import { firstPartOf, groupByFirstPart } from './first-part.ts';

type Render = (request: Request, page: PageRequest) => Promise<Response>;

/** A rendered page, cut where its nonce stood. */
interface CachedPage {
  parts: string[];
  headers: Headers;
}

const routes = screens.map(({ path }) => ({ path }));
const groups = groupByFirstPart(routes, ({ path }) => path);

/**
 * Renders the page for unknown paths once per language and theme and serves visitors that: scanners ask for thousands of
 * such paths, and nothing in the page depends on which.
 */
export function cacheMissingPage(render: Render): Render {
  const cached = new Map<string, CachedPage>();
  return async (request, page) => {
    const cookies = request.headers.get('cookie');
    const theme = readTheme(cookies);
    const { pathname } = new URL(request.url);
    const isForAll = request.method === 'GET' && !page.user && !page.trouble && !readFlash(cookies, page);
    if (!isForAll || !isUnknown(pathname)) return render(request, page);
    const key = `${page.locale} ${theme}`;
    const known = cached.get(key);
    // A copy, since the server's Response keeps the headers that it gets, and others are added to them.
    if (known) return new Response(known.parts.join(page.nonce), { status: 404, headers: new Headers(known.headers) });
    const response = await render(request, page);
    if (response.status !== 404) return response;
    const html = await response.text();
    cached.set(key, { parts: html.split(page.nonce), headers: new Headers(response.headers) });
    return new Response(html, { status: 404, headers: response.headers });
  };
}

/** Data for a page that is already open has the same path with an ending, and a form of its own. */
function isUnknown(pathname: string): boolean {
  const within = groups.get(firstPartOf(pathname) ?? '') ?? routes;
  return !pathname.endsWith('.data') && matchRoutes(within, pathname)?.at(-1)?.route.path === '*';
}
