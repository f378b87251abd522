import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { pusherApp } from '#features/broadcasting/pusher-app.ts';
import type { Ctx } from '#features/ctx.ts';
import type { Config } from '#platform/config.ts';
import { mapError } from '#platform/http/map-error.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { chooseLocale } from '#words/choose-locale.ts';
import { say } from '#words/say.ts';
import { translate } from '#words/translate.ts';

const openOnAnyHost = /^\/(healthz|readyz|domains|assets\/.*)$/;

/** What stands around every answer: host check, security headers, the access log, the last catch. */
export function frame(ctx: Ctx): MiddlewareHandler {
  const { config, log } = ctx;
  const secure = config.public_url.startsWith('https:');
  const { development } = config;
  const { host } = pusherApp(ctx);
  const sockets = host ? `${host.secure ? 'wss' : 'ws'}://${host.name}:${host.port}` : null;
  const withoutScripts = securityHeaders({ nonce: null, secure, development, sockets });
  return async (c, next) => {
    const started = performance.now();
    const url = new URL(c.req.url);
    const { pathname } = url;
    const nonce = pathname.startsWith('/api/') ? null : randomBytes(16).toString('base64');
    if (nonce) c.set('nonce', nonce);
    c.set('headers', nonce ? securityHeaders({ nonce, secure, development, sockets }) : withoutScripts);
    if (isServed(config, url, c.req.header('host')) || openOnAnyHost.test(pathname)) await next();
    else c.res = misdirected(pathname, c.req.header('accept-language'));
    if (c.error) {
      const locale = chooseLocale(c.req.header('accept-language'));
      const { status, body } = mapError(c.error, log, { method: c.req.method, path: pathname, locale });
      c.res = Response.json(body, { status });
      c.set('framed', false);
    }
    if (!c.get('framed')) for (const [name, value] of Object.entries(c.get('headers'))) c.res.headers.set(name, value);
    const { status } = c.res;
    const entry = {
      method: c.req.method,
      path: pathname.slice(0, 200),
      status,
      ms: Math.round(performance.now() - started),
    };
    if (status >= 400 || c.req.method !== 'GET') log.info(entry, 'request');
    else log.debug(entry, 'request');
  };
}

/** A request may name its host twice, in its target and in a header: both have to be ours. */
function isServed({ allowed_hosts }: Config, { host, hostname }: URL, header: string | undefined): boolean {
  if (!allowed_hosts.has(hostname)) return false;
  if (header === undefined || header.toLowerCase() === host) return true;
  return allowed_hosts.has(URL.parse(`http://${header}`)?.hostname ?? '');
}

function misdirected(pathname: string, languages: string | undefined): Response {
  if (!pathname.startsWith('/api/')) return new Response(null, { status: 302, headers: { location: '/domains' } });
  return Response.json({ message: translate(chooseLocale(languages), say('api.wrong_host')) }, { status: 421 });
}
