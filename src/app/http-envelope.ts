import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { pagePath } from '#contracts/page-path.ts';
import type { Ctx } from '#features/ctx.ts';
import { pusherApp } from '#features/identity/realtime/pusher-app.ts';
import { chooseLocale } from '#i18n/choose-locale.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { isServedHost } from '#platform/http/headers/is-served-host.ts';
import { securityHeaders } from '#platform/http/headers/security-headers.ts';
import { mapError } from '#platform/http/map-error.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { routeOf } from './metrics/route-of.ts';

const openOnAnyHost = /^\/(healthz|readyz|metrics|domains|assets\/.*)$/;

/** The envelope of every response: host check, security headers, access log, metrics and last-resort error handler. */
export function httpEnvelope(ctx: Ctx, metrics: Metrics | null): MiddlewareHandler {
  const { config, log } = ctx;
  const secure = config.public_url.startsWith('https:');
  const { development, hsts_subdomains: subdomains } = config;
  const { host } = pusherApp(ctx);
  const sockets = host ? `${host.secure ? 'wss' : 'ws'}://${host.name}:${host.port}` : null;
  const withoutScripts = securityHeaders({ nonce: null, secure, subdomains, development, sockets });
  return async (c, next) => {
    const started = performance.now();
    const url = new URL(c.req.url);
    const { pathname } = url;
    const nonce = pathname.startsWith('/api/') ? null : randomBytes(16).toString('base64');
    if (nonce) c.set('nonce', nonce);
    c.set('headers', nonce ? securityHeaders({ nonce, secure, subdomains, development, sockets }) : withoutScripts);
    if (isServedHost(config.allowed_hosts, url, c.req.header('host')) || openOnAnyHost.test(pathname)) await next();
    else c.res = misdirected(pathname, c.req.header('accept-language'));
    if (c.error) {
      const locale = chooseLocale(c.req.header('accept-language'));
      const { status, body } = mapError(c.error, log, { method: c.req.method, path: pathname, locale });
      c.res = Response.json(body, { status });
      c.set('enveloped', false);
    }
    if (!c.get('enveloped'))
      for (const [name, value] of Object.entries(c.get('headers'))) c.res.headers.set(name, value);
    const { status } = c.res;
    const { method } = c.req;
    const took_ms = performance.now() - started;
    const route = routeOf(c);
    // Nothing of ours has the address of a 404: whatever was typed there stays out of the log.
    const path = status === 404 ? route : pathname.slice(0, 200);
    const entry = { method, path, status, ms: Math.round(took_ms) };
    metrics?.observe({ method, status, route, seconds: took_ms / 1_000 });
    if (status >= 400 || method !== 'GET') log.info(entry, 'request');
    else log.debug(entry, 'request');
  };
}

function misdirected(pathname: string, languages: string | undefined): Response {
  if (!pathname.startsWith('/api/'))
    return new Response(null, { status: 302, headers: { location: pagePath('/domains') } });
  return Response.json({ message: translate(chooseLocale(languages), message('api.wrong_host')) }, { status: 421 });
}
