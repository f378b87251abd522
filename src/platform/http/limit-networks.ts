import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from '#platform/log.ts';
import { mapError } from './map-error.ts';
import { networkOf, type RateLimiter } from './rate-limit.ts';
import type { Client } from './serve.ts';

/** How much more than one caller's requests a network may send: offices and mobile carriers share an address. */
const CALLERS_PER_NETWORK = 4;
/** Files and health checks cost next to nothing, and a proxy's checks must not be counted with its visitors. */
const unlimited = /^\/(assets\/|healthz$|readyz$)/;

interface Options {
  limiter: RateLimiter;
  requestsPerMinute: number;
  clientOf: (c: Context) => Client;
  log: Logger;
}

/** Counts requests by network before any work is done for them: sessions aren't looked up, pages aren't rendered. */
export function limitNetworks({ limiter, requestsPerMinute, clientOf, log }: Options): MiddlewareHandler {
  return async (c, next) => {
    if (unlimited.test(c.req.path)) return next();
    const client = clientOf(c);
    try {
      await limiter.take('network', networkOf(client.address), requestsPerMinute * CALLERS_PER_NETWORK);
    } catch (error) {
      return refusal(c, error, client.locale, log);
    }
    return next();
  };
}

/** A refusal that costs no rendering: JSON for the API, a line of text for a page. */
export function refusal(c: Context, error: unknown, locale: string, log: Logger): Response {
  const { status, body, headers } = mapError(error, log, { method: c.req.method, path: c.req.path, locale });
  if (c.req.path.startsWith('/api/')) return Response.json(body, { status, headers });
  const text = { ...headers, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${(body as { message: string }).message}\n`, { status, headers: text });
}
