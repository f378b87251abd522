import type { Server, ServerResponse } from 'node:http';

/** Longer than the keep-alive of common proxies, so that none sends a request on a connection that we just closed. */
export const KEEP_ALIVE_MS = 65_000;
/** Running requests may take this long to finish. */
const PATIENCE_MS = 20_000;

/** Counts a server's requests from now on. The result stops listening and waits until none of them runs. */
export function drainOf(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  let draining: PromiseWithResolvers<void> | undefined;

  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.on('request', (_request, response) => {
    running.add(response);
    if (draining) closeAfter(response);
    response.once('close', () => {
      running.delete(response);
      if (running.size === 0) draining?.resolve();
    });
  });

  return async () => {
    draining = Promise.withResolvers<void>();
    server.close();
    for (const response of running) closeAfter(response);
    if (running.size === 0) return;
    const timer = setTimeout(draining.resolve, PATIENCE_MS);
    await draining.promise;
    clearTimeout(timer);
  };
}
