import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PusherServer } from './pusher-server.ts';

interface Options {
  pusher: PusherServer;
  /** HTTP status that refuses a connection before the upgrade; undefined to accept it. */
  refuse(request: IncomingMessage): Promise<number | undefined>;
  /** Whether it came without TLS where TLS is required. */
  isInsecure(request: IncomingMessage): boolean;
  /** Something else handles the other upgrades on this server: leave them alone. */
  shared: boolean;
}

/** Handles WebSocket upgrades at /app/ of an HTTP server. */
export function acceptUpgrades(server: Server, { pusher, refuse, isInsecure, shared }: Options): void {
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = request.url?.startsWith('/app/') || request.url === '/app';
    if (!isOurs && shared) return;
    // A client that disconnects while it is being checked is not our error.
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
