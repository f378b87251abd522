import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll } from 'vitest';
import { startLive } from '#app/live.ts';
import type { Config } from '#platform/config.ts';
import type { PusherLimits } from '#platform/pusher/limits.ts';
import { createTestShop, type TestShop } from './shop.ts';

export interface WebProcess {
  url: string;
  /** host:port */
  host: string;
  port: number;
  server: Server;
  stop(): Promise<void>;
}

/** One more web process of a test shop: it listens, and holds sockets. */
export async function serveLive(shop: TestShop, limits?: Partial<PusherLimits>): Promise<WebProcess> {
  const server = createServer(getRequestListener(shop.app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const live = await startLive({ shop, server, limits });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await live.stop();
      server.closeAllConnections();
      await closed;
    })();
    return stopping;
  };
  afterAll(stop);
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, server, stop };
}

/** A test shop that listens, with live updates. */
export async function createLiveShop(settings: Partial<Config> = {}, limits?: Partial<PusherLimits>) {
  const shop = await createTestShop({ requests_per_minute: 1_000_000, ...settings });
  return { ...shop, web: await serveLive(shop, limits) };
}

export type LiveShop = Awaited<ReturnType<typeof createLiveShop>>;
