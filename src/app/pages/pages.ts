import { readdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import type { Call, CallInput } from '#contracts/call.ts';
import { getCurrentUser, type User } from '#contracts/identity/auth.ts';
import { authoriseChannel, authoriseSocket } from '#contracts/identity/realtime.ts';
import { defaultBranding, type ShopBranding } from '#contracts/messages/branding.ts';
import type { Ctx, Visitor } from '#features/ctx.ts';
import { pusherApp } from '#features/identity/realtime/pusher-app.ts';
import { officeIsOpenTo } from '#features/identity/sessions/admission/refuse-outside.ts';
import { closureFor } from '#features/office/operations/maintenance/closure-for.ts';
import { knownLocale } from '#i18n/choose-locale.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { isSameOrigin } from '#platform/http/headers/is-same-origin.ts';
import { refusal } from '#platform/http/limit-networks.ts';
import { networkOf, type RateLimiter } from '#platform/http/rate-limit.ts';
import { readBody } from '#platform/http/read-body.ts';
import { type Client, createApiClient, type Pipeline } from '#platform/http/serve.ts';
import { boundFlash } from '#web/server/cookies/flash.ts';
import { readLocale } from '#web/server/cookies/locale-cookie.ts';
import { readSessionToken } from '#web/server/cookies/session-cookie.ts';
import { readZone } from '#web/server/cookies/zone-cookie.ts';
import type { PageHandler } from '#web/server/page-handler.ts';
import { accentStylePath } from '../raw-routes/accent-style.ts';
import { compressPage } from './compress-page.ts';

export interface Pages {
  handle: PageHandler;
  /** Folder of the built files that browsers load; null if the development server serves them. */
  assets: string | null;
  /** Folder of those of the release before, which pages that browsers still show ask for; null if there was none. */
  assetsBefore: string | null;
  /** URLs of the message files by language and area; empty if the development server serves them. */
  messageFiles: Record<string, Record<string, string>>;
}

interface Options extends Pages {
  ctx: Ctx;
  pipeline: Pipeline<Visitor>;
  clientOf: (c: Context) => Client;
  limiter: RateLimiter;
}

/** The server-rendered pages: each request gets the API as a function, authenticated by the browser's cookie. */
export function mountPages(
  app: Hono,
  { ctx, handle, assets, assetsBefore, messageFiles, pipeline, clientOf, limiter }: Options,
): void {
  const { config } = ctx;
  const secure = config.public_url.startsWith('https:');
  const { key, host } = pusherApp(ctx);
  const live = { key, host };
  const isOpenTo = officeIsOpenTo(config);
  if (assets) serveAssets(app, assets, assetsBefore);
  app.all('*', async (c) => {
    const request = c.req.raw;
    const requested = clientOf(c);
    const client = { ...requested, locale: knownLocale(readLocale(request.headers.get('cookie'))) ?? requested.locale };
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && !isSameOrigin(request)) {
      return new Response(`${translate(client.locale, message('form.other_site'))}\n`, { status: 403 });
    }
    const token = readSessionToken(request.headers.get('cookie'), secure) ?? null;
    const apiClient = createApiClient(pipeline, { token, client, fresh: changes });
    if (c.req.path === '/live/auth' && changes) return authoriseLive(request, apiClient);
    const session = token ? await apiClient(getCurrentUser) : null;
    if (!session) {
      // A visitor's page may need no call, which would count.
      try {
        await limiter.take('pages', networkOf(client.address), config.requests_per_minute);
      } catch (error) {
        return refusal(c, error, client.locale, ctx.log);
      }
    }
    // We can't tell right now who is signed in, and a visitor's pages would look like a lost session.
    const trouble = session && (session.status === 429 || session.status >= 500) ? session : null;
    const user = session?.status === 200 ? (session.body as { data: User }).data : null;
    const locale = knownLocale(user?.locale) ?? client.locale;
    const page = await handle(request, {
      apiClient,
      user,
      live,
      nonce: c.var.nonce,
      locale,
      time_zone: user?.time_zone ?? readZone(request.headers.get('cookie')) ?? 'UTC',
      message_files: messageFiles[locale] ?? {},
      now: ctx.clock.now(),
      demo: config.demo,
      staging: ctx.staging === true,
      catalogue: config.catalogue,
      shop: faceOf(await ctx.branding.read()),
      maintenance: closureFor(ctx, locale),
      secure,
      public_url: config.public_url,
      ready: async () => (await ctx.health.trouble()) === null,
      noteRoute: (pattern) => c.set('route', pattern),
      report: (err) => ctx.log.error({ err, method: request.method, path: c.req.path.slice(0, 200) }, 'page failed'),
      outside_office: isOpenTo(client.address) ? null : translate(locale, message('auth.outside_office')),
      session_ended: session?.status === 401 ? endedBy(session.body) : null,
      trouble: trouble && { status: trouble.status, message: (trouble.body as { message: string }).message },
    });
    if (trouble?.headers['retry-after']) page.headers.set('retry-after', trouble.headers['retry-after']);
    if (secure) bindCookies(page.headers);
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', 'private, no-store');
    return compressPage(c, page);
  });
}

/** Forms set toasts without knowing whether the shop is served over https. */
function bindCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete('set-cookie');
  for (const cookie of cookies) headers.append('set-cookie', boundFlash(cookie));
}

/** Why a session of staff ended; null for any other token that isn't one. */
const endedBy = (body: unknown) => {
  const { reason } = body as { reason?: string };
  return reason === 'session_idle' || reason === 'session_absolute' ? reason : null;
};

function faceOf({ name, footer, accent_light, accent_dark, logo }: ShopBranding) {
  const own = accent_light !== defaultBranding.accent_light || accent_dark !== defaultBranding.accent_dark;
  return { name, footer, logo, style: own ? accentStylePath(accent_light, accent_dark) : null };
}

/** Authorises the page's socket by its session cookie: for a channel, or for its sign-in on an external server. */
async function authoriseLive(request: Request, apiClient: ReturnType<typeof createApiClient>): Promise<Response> {
  const input = { body: await readBody(request, {}) } as CallInput<Call>;
  const { status, body, headers } = await apiClient(
    isForChannel(input.body) ? authoriseChannel : authoriseSocket,
    input,
  );
  return Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } });
}

const isForChannel = (body: unknown) => typeof body === 'object' && body !== null && 'channel_name' in body;

/** Build files never change under their name; browsers check the others again after an hour. */
function serveAssets(app: Hono, assets: string, before: string | null): void {
  for (const root of before ? [assets, before] : [assets]) {
    app.use(
      '/assets/*',
      serveStatic({
        root,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
      }),
    );
  }
  // Requests for files aren't counted, so a missing one must not cost a page.
  app.all('/assets/*', (c) => c.body(null, 404));
  // Mounted by name: looking for a file at every page's path costs a system call and an error each time.
  const hourly = serveStatic({
    root: assets,
    onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
  });
  for (const file of readdirSync(assets, { withFileTypes: true })) if (file.isFile()) app.use(`/${file.name}`, hourly);
}
