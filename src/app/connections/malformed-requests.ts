import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError } from '@hono/node-server';
import type { Config } from '#platform/config.ts';
import { securityHeaders } from '#platform/http/headers/security-headers.ts';
import type { Logger } from '#platform/log.ts';

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

interface Options {
  config: Config;
  log: Logger;
}

/** Headers of the response to a request that the shop can't understand. */
function headersOf({ public_url, development, hsts_subdomains: subdomains }: Config): Record<string, string> {
  const secure = public_url.startsWith('https:');
  return {
    ...securityHeaders({ nonce: null, secure, subdomains, development, sockets: null }),
    'cache-control': 'no-store',
  };
}

/** Answers requests with an invalid host or target. Any other error here is a bug of ours and is logged in full. */
export function answerMalformed({ config, log }: Options): (error: unknown) => Response {
  const headers = headersOf(config);
  return (error) => {
    const malformed = error instanceof RequestError;
    if (!malformed) log.error({ err: error }, 'request failed outside the pipeline');
    const text = malformed ? 'This request could not be understood.\n' : 'Something went wrong on our side.\n';
    return new Response(text, { status: malformed ? 400 : 500, headers });
  };
}

/** Answers input that isn't HTTP, headers that are too large, and requests that never end. */
export function answerClientErrors(server: Server, { config }: Pick<Options, 'config'>): void {
  const lines = Object.entries(headersOf(config)).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // A response that is already being sent can't be taken back.
    if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) return socket.destroy();
    const status = statusLines[error.code ?? ''] ?? '400 Bad Request';
    // Some clients never close their side.
    socket.setTimeout(2_000, () => socket.destroy());
    return socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}connection: close\r\ncontent-length: 0\r\n\r\n`);
  });
}
