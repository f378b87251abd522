// A socket server in its own process: the shop with live updates, or a bare ws server as the floor. On `tell` it
// publishes to users and records when each write was committed. Started by bench/sockets.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type WebSocket, WebSocketServer } from 'ws';
import { openShop } from '#app/boot.ts';
import { startLive } from '#app/live.ts';
import { createShop } from '#app/shop.ts';
import { publishUserEvent } from '#features/messages/notifications/publish-user-event.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { frame } from '#platform/pusher/protocol.ts';

export type LiveCommand = { tell: string[]; perSecond: number } | { rss: true };

type Tell = (user_id: string, id: string) => Promise<void>;

const server = createServer();
const tell = process.env.BENCH_BARE ? startBare() : await startShop();
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.once('disconnect', () => process.exit(0));
process.on('message', async (command: LiveCommand) => {
  if ('rss' in command) {
    for (let n = 0; n < 3; n++) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ rss, heap: heapUsed, external });
  } else process.send?.({ committed: await publishToAll(command.tell, command.perSecond) });
});

async function startShop(): Promise<Tell> {
  const config = readConfig();
  const shop = await openShop({
    config,
    log: createLogger('error'),
    database: { url: process.env.BENCH_DATABASE_URL ?? '', owner_url: null },
  });
  server.on('request', getRequestListener(createShop({ ctx: shop.ctx }).app.fetch));
  await startLive({ shop, server });
  return (user_id, id) => publishUserEvent(shop.ctx.sql, user_id, 'order', { id });
}

/** Only maps users to sockets, and sends what the shop would send. */
function startBare(): Tell {
  const sockets = new Map<string, WebSocket>();
  const bare = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  bare.on('connection', (ws, request) => {
    const user_id = request.url?.slice(1) ?? '';
    sockets.set(user_id, ws);
    ws.on('message', () => ws.send('{"event":"pusher:pong","data":"{}"}'));
    ws.send('{"event":"sequence"}');
  });
  return async (user_id, id) => {
    sockets.get(user_id)?.send(frame('order', { id, seq: 1 }, `private-user.${user_id}`));
  };
}

/** Returns the time of each commit as the writer saw it. */
async function publishToAll(user_ids: string[], perSecond: number): Promise<[string, number][]> {
  const committed: [string, number][] = [];
  const start = performance.now();
  const writes = user_ids.map(async (user_id, n) => {
    await delay(Math.max(0, (n / perSecond) * 1_000 - (performance.now() - start)));
    await tell(user_id, String(n));
    committed.push([String(n), now()]);
  });
  await Promise.all(writes);
  return committed;
}

/** Milliseconds on the clock that all processes of a machine share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
