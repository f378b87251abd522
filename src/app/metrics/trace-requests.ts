import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { readProxies } from '#platform/http/client-reader.ts';
import { traced } from '#platform/tracing/traced.ts';
import { routeOf } from './route-of.ts';

/** A span for each request, named by its route's pattern. A trace goes on only where a trusted proxy says which one it is. */
export function traceRequests(trusted_proxies: readonly string[]): MiddlewareHandler {
  const { isTrusted } = readProxies(trusted_proxies);
  const traceparentOf = (c: Context) =>
    c.env?.incoming && isTrusted(getConnInfo(c).remote.address ?? '') ? c.req.header('traceparent') : undefined;
  return (c, next) => {
    const { method } = c.req;
    const facts = { 'http.request.method': method };
    return traced({ name: method, kind: 'server', facts, traceparent: traceparentOf(c) }, async (span) => {
      await next();
      const { status } = c.res;
      const route = routeOf(c);
      span.rename(`${method} ${route}`);
      span.note({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span.fail(String(status));
    });
  };
}
