// The shop with its inbox in one process. Tells how long its event loop stood still at most.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getRequestListener } from '@hono/node-server';
import { openShop } from '#app/boot.ts';
import { createShop } from '#app/shop.ts';
import { startInbox } from '#features/desk/support/inbox/start-inbox.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';

const config = readConfig();
const database = { url: process.env.BENCH_DATABASE_URL ?? '', owner_url: null };
const shop = await openShop({ config, log: createLogger('error'), database });
if (!config.inbox) throw new Error('INBOX_PORT and INBOX_DOMAIN are not set.');
await startInbox(shop.ctx, config.inbox);
const { app } = createShop({ ctx: shop.ctx });
const server = createServer(getRequestListener(app.fetch));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
process.on('message', (asked) => {
  if (asked === 'rss') return void process.send?.({ rss_mib: Math.round(process.memoryUsage.rss() / 2 ** 20) });
  process.send?.({ stall_ms: Math.round(delay.max / 1e6) });
  delay.reset();
});
