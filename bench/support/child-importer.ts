// The shop with its worker in one process, as a small shop runs it. Tells how long its event loop stood still at most.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getRequestListener } from '@hono/node-server';
import { openShop } from '#app/boot.ts';
import { startLive } from '#app/live.ts';
import { createShop } from '#app/shop.ts';
import { startWorker } from '#app/worker.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';

const config = readConfig();
const database = { url: process.env.BENCH_DATABASE_URL ?? '', owner_url: null };
const shop = await openShop({ config, log: createLogger('warn'), database });
const { background, databaseUrl } = shop;
await startWorker({ ctx: background, vault: background, databaseUrl });
const { app } = createShop({ ctx: shop.ctx });
const server = createServer(getRequestListener(app.fetch));
await startLive({ shop, server });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
process.on('message', (asked) => {
  if (asked === 'rss') return void process.send?.({ rss_mib: Math.round(process.memoryUsage.rss() / 2 ** 20) });
  process.send?.({ stall_ms: Math.round(delay.max / 1e6) });
  delay.reset();
});
