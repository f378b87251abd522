import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll } from 'vitest';
import { startLive } from '#app/live.ts';
import { createShop } from '#app/shop.ts';
import type { Ctx } from '#features/ctx.ts';
import type { Config } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import type { PusherLimits } from '#platform/pusher/limits.ts';
import { createTestShop, type TestShop } from './shop.ts';

export interface WebProcess {
  sql: Sql;
  url: string;
  /** host:port */
  host: string;
  port: number;
  sockets: Ctx['sockets'];
  stop(): Promise<void>;
}

interface Asked {
  limits?: Partial<PusherLimits>;
  port?: number;
}

/** Another web process on a test shop's database, with its own pool; it listens and holds sockets. */
export async function serveLive(shop: TestShop, { limits, port: asked = 0 }: Asked = {}): Promise<WebProcess> {
  const sql = connect(shop.databaseUrl, { max: 10 });
  const ctx: Ctx = { ...shop.ctx, sql };
  const server = createServer(getRequestListener(createShop({ ctx }).app.fetch));
  await new Promise<void>((resolve) => server.listen(asked, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const live = await startLive({ shop: { ctx, background: { sql }, databaseUrl: shop.databaseUrl }, server, limits });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await live.stop();
      server.closeAllConnections();
      await closed;
      await sql.end({ timeout: 1 });
    })();
    return stopping;
  };
  afterAll(stop);
  return { sql, sockets: ctx.sockets, url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, stop };
}

/** A test shop with a web process, which places the events that the shop writes through its own `sql`. */
export async function createLiveShop(settings: Partial<Config> = {}) {
  const shop = await createTestShop({ requests_per_minute: 1_000_000, ...settings });
  const web = await serveLive(shop);
  shop.ctx.sockets = web.sockets;
  return { ...shop, web };
}

export type LiveShop = Awaited<ReturnType<typeof createLiveShop>>;
