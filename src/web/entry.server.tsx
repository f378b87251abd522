import { text } from 'node:stream/consumers';
import { LinguiContext } from '@lingui/react';
import { preloadModule } from 'react-dom';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { catalogueOf } from '#i18n/translate.ts';
import { areasOfRoute, SHARED_AREA } from '#web/i18n/message-area.ts';
import { FULL_LOAD_KEY } from '#web/router/full-load.ts';
import { ZONE_COOKIE } from '#web/server/cookies/zone-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { isBeyondShop, shopManifest } from '#web/server/shop-manifest.ts';

/** Pending loader promises are rejected after this long; the pages have none. */
export const streamTimeout = 5_000;

/**
 * Renders a page in one go: every loader is awaited, so streaming would only cost (renderToString gave 1.66 times
 * renderToPipeableStream). The data for hydration is therefore written here instead of by the router's stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, locale, user, message_files } = context.get(pageContext);
  const { serverHandoffStream, ...page } = routerContext;
  const routes = page.staticHandlerContext.matches.map(({ route }) => route.id);
  preloadStyles(headers, page.manifest, routes);
  // A page's language never changes here, so its catalogue is used directly: the library's provider tracks changes.
  const i18n = catalogueOf(locale);
  const html = renderToString(
    <LinguiContext.Provider value={{ i18n, _: i18n._ }}>
      <MessageFiles files={message_files} routes={routes} />
      <ServerRouter
        context={{ ...page, manifest: manifestOf(page.manifest, routes, user?.role === 'admin') }}
        url={request.url}
        nonce={nonce}
      />
    </LinguiContext.Provider>,
  );
  const scripts = page.renderMeta?.didRenderScripts ? await handoff(serverHandoffStream, nonce) : '';
  // Ahead of the styles: a script below them waits for them, and the first paint for it.
  const start = html.indexOf('<link');
  const end = html.lastIndexOf('</body>');
  const parts = [html.slice(0, start), firstScript(nonce), html.slice(start, end), scripts, html.slice(end)];
  return new Response(`<!DOCTYPE html>${parts.join('')}`, { status, headers });
}

/**
 * Tells the server the browser's time zone, for pages rendered from then on.
 * If a script is gone, for example after a deployment, the page reloads once. If it is still missing, the page works
 * as it does without JavaScript and says so.
 */
const firstScript = (
  nonce: string,
) => `<script nonce="${nonce}">try{const z=Intl.DateTimeFormat().resolvedOptions().timeZone;
if(z!=="UTC"||document.cookie.includes("${ZONE_COOKIE}="))document.cookie="${ZONE_COOKIE}="+z+";path=/;max-age=31536000;samesite=lax"}catch{}
addEventListener("error",e=>{
if(e.target.nodeName!=="SCRIPT")return;
try{const k="${FULL_LOAD_KEY}";if(sessionStorage[k]!==location.pathname){sessionStorage[k]=location.pathname;return location.reload()}}catch{}
document.documentElement.dataset.partMissing=""},true)</script>`;

/**
 * The manifest with only the page's own routes: the router rebuilds every route in it for each page it renders. The browser
 * gets its own from `url`: the shop's, unless somebody may leave for the office.
 */
function manifestOf(manifest: EntryContext['manifest'], ids: string[], staff: boolean): EntryContext['manifest'] {
  const routes: EntryContext['manifest']['routes'] = {};
  for (const id of ids) routes[id] = manifest.routes[id];
  const whole = staff || !import.meta.env.PROD || ids.some(isBeyondShop);
  return { ...manifest, routes, url: whole ? manifest.url : shopManifest(manifest.url) };
}

/** The page is visible once its styles load, so they are requested before the dozen scripts above them. */
function preloadStyles(headers: Headers, manifest: EntryContext['manifest'], routes: string[]): void {
  const files = new Set(routes.flatMap((id) => manifest.routes[id]?.css ?? []));
  for (const file of files) headers.append('link', `<${file}>; rel=preload; as=style`);
}

/** Makes the browser load the page's messages in parallel with its scripts. */
function MessageFiles({ files, routes }: { files: Record<string, string>; routes: string[] }) {
  for (const area of [SHARED_AREA, ...routes.flatMap(areasOfRoute)]) {
    const href = files[area];
    if (href) preloadModule(href, { as: 'script' });
  }
  return null;
}

/** Unexpected errors go to the log like all others; the router would print them separately. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What the router rejects (such as a form the page does not have) is in the access log, like any other error.
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !refused) context.get(pageContext).report(error);
};

async function handoff(stream: EntryContext['serverHandoffStream'], nonce: string): Promise<string> {
  const data = stream ? await text(stream) : '';
  const safe = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped);
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${safe});${controller}.close();</script>`;
}

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
