// Many clients in one process: they connect, subscribe and record when each event arrives. Started by bench/sockets.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signChannel } from '#platform/pusher/channel-signature.ts';

export interface SocketUser {
  id: string;
  claim: string;
}

export type SocketsCommand =
  | { open: SocketUser[]; host: string; app: { key: string; secret: string } | null; at_once: number }
  | { flood: { perSecond: number; seconds: number } }
  | { received: true }
  | { close: true };

let sockets: WebSocket[] = [];
const received: [string, number][] = [];
let pongs = 0;
const parts = 20;

process.once('disconnect', () => process.exit(0));
process.on('message', async (command: SocketsCommand) => {
  if ('open' in command) process.send?.({ ms: await openAll(command) });
  else if ('flood' in command) process.send?.(await flood(command.flood));
  else if ('received' in command) process.send?.({ received: received.splice(0) });
  else process.send?.({ closed: await closeAll() });
});

async function openAll({ open, host, app, at_once }: Extract<SocketsCommand, { open: unknown }>): Promise<number> {
  const start = performance.now();
  const waiting = open.slice();
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      for (let user = waiting.pop(); user; user = waiting.pop()) sockets.push(await openOne(host, user, app));
    }),
  );
  return performance.now() - start;
}

function openOne(
  host: string,
  { id, claim }: SocketUser,
  app: { key: string; secret: string } | null,
): Promise<WebSocket> {
  const ws = new WebSocket(app ? `ws://${host}/app/${app.key}?protocol=7` : `ws://${host}/${id}`, {
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    ws.on('error', reject);
    ws.on('close', (code) => reject(new Error(`closed with ${code}`)));
    ws.on('message', (raw) => {
      const at = Number(process.hrtime.bigint()) / 1e6;
      const text = String(raw);
      if (text.startsWith('{"event":"order"')) received.push([JSON.parse(JSON.parse(text).data).id, at]);
      else if (text.includes('pusher:pong')) pongs += 1;
      else if (text.includes('"sequence"')) resolve(ws);
      else if (app && text.includes('connection_established')) {
        const { socket_id } = JSON.parse(JSON.parse(text).data);
        const channel = `private-user.${id}`;
        const auth = signChannel(app, { socket_id, channel, channel_data: claim });
        ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth, channel_data: claim } }));
      }
    });
  });
}

/** Every socket sends `perSecond` pings a second; returns how many were sent and answered. */
async function flood({ perSecond, seconds }: { perSecond: number; seconds: number }) {
  pongs = 0;
  let sent = 0;
  const end = performance.now() + seconds * 1_000;
  // Spread evenly, like independent clients: each step serves one part of the sockets.
  const step_ms = 1_000 / perSecond / parts;
  for (let step = 0, next = performance.now(); performance.now() < end; step++, next += step_ms) {
    for (let n = step % parts; n < sockets.length; n += parts) {
      sockets[n]?.send('{"event":"pusher:ping","data":{}}');
      sent += 1;
    }
    await delay(Math.max(0, next + step_ms - performance.now()));
  }
  for (let waits = 0; pongs < sent && waits < 50; waits++) await delay(100);
  return { sent, answered: pongs };
}

async function closeAll(): Promise<number> {
  const count = sockets.length;
  await Promise.all(
    sockets.map((ws) => {
      const closed = new Promise((resolve) => ws.once('close', resolve));
      ws.terminate();
      return closed;
    }),
  );
  sockets = [];
  return count;
}
