import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config.ts';
import { readProxies } from '#platform/http/client-reader.ts';
import { AppError } from '#platform/http/errors.ts';
import { isServedHost } from '#platform/http/headers/is-served-host.ts';
import { createRateLimiter, networkOf } from '#platform/http/rate-limit.ts';

/** Checks of a WebSocket upgrade, like those of src/app/http-envelope.ts for requests. */
export function upgradeChecks(config: Config) {
  const { addressOf, isTrusted } = readProxies(config.trusted_proxies);
  const limiter = createRateLimiter();
  const secure = config.public_url.startsWith('https:');
  const canonical = new URL(config.public_url).host;
  const peerOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';

  return {
    /** HTTP status of a refusal: for a foreign host, a page of another site, or too many sockets from one network. */
    async refuse({ headers, socket }: IncomingMessage): Promise<number | undefined> {
      if (!isServedHost(config.allowed_hosts, undefined, headers.host)) return 421;
      if (headers.origin !== undefined) {
        const origin = URL.parse(headers.origin);
        if (!origin || ![headers.host, canonical].includes(origin.host)) return 403;
      }
      const address = addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for'] as string | undefined);
      try {
        await limiter.take('sockets', networkOf(address), config.requests_per_minute);
      } catch (error) {
        if (error instanceof AppError) return error.status;
        throw error;
      }
      return;
    },
    /** When the shop is served over TLS, a trusted proxy must confirm that the browser's connection used it. */
    isInsecure(request: IncomingMessage): boolean {
      const proto = String(request.headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim();
      return secure && !(isTrusted(peerOf(request)) && proto === 'https');
    },
  };
}
