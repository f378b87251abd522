import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PusherServer } from './pusher-server.ts';

interface Options {
  pusher: PusherServer;
  /** HTTP status by which a connection is refused before it is one; undefined when it may pass. */
  refuse(request: IncomingMessage): Promise<number | undefined>;
  /** Whether it came without TLS where TLS is needed. */
  isInsecure(request: IncomingMessage): boolean;
  /** Other sockets are somebody else's on this server, and left alone. */
  shared: boolean;
}

/** Takes the WebSocket connections at /app/ of an HTTP server. */
export function acceptUpgrades(server: Server, { pusher, refuse, isInsecure, shared }: Options): void {
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = request.url?.startsWith('/app/') || request.url === '/app';
    if (!isOurs && shared) return;
    // A client that goes away while it is looked at is no fault of ours.
    const ignore = () => {};
    socket.on('error', ignore);
    const status = isOurs ? await refuse(request).catch(() => 503) : 404;
    if (status === undefined) {
      socket.off('error', ignore);
      return pusher.accept(request, socket, head, isInsecure(request));
    }
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}
