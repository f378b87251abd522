// The shop in its own process, so that the load generator doesn't share its event loop. Started by bench-shop.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openShop } from '#app/boot.ts';
import { startLive } from '#app/live.ts';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';

const config = readConfig();
const database = { url: process.env.BENCH_DATABASE_URL ?? '', owner_url: null };
const shop = await openShop({ config, log: createLogger('info'), database });
const { app } = createShop({ ctx: shop.ctx, pages: process.env.BENCH_PAGES ? await loadPages() : undefined });
const server = createServer(getRequestListener(app.fetch));
await startLive({ shop, server });
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
process.on('message', () => process.send?.({ rss_mib: Math.round(process.memoryUsage.rss() / 2 ** 20) }));
