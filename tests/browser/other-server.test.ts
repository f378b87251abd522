import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Card } from '#contracts/shop/cards.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const app = { key: 'their-key', secret: 'their-secret' };
const sign = (text: string) => `${app.key}:${createHmac('sha256', app.secret).update(text).digest('hex')}`;

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Another server of the protocol, as far as pages and the shop need one; it takes only what is signed with its secret. */
async function startTheirs() {
  const sockets = new Set<{ send: (message: object) => void; end: () => void; channels: Set<string>; user: string }>();
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const text = await textOf(request);
    const ended = /\/users\/([^/]+)\/terminate_connections$/.exec(path)?.[1];
    for (const socket of sockets) if (socket.user === ended) socket.end();
    if (path.endsWith('/batch_events'))
      for (const { name, channel, data } of JSON.parse(text).batch)
        for (const socket of sockets) if (socket.channels.has(channel)) socket.send({ event: name, channel, data });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  let opened = 0;
  new WebSocketServer({ server }).on('connection', (ws) => {
    const id = `1.${++opened}`;
    const send = (message: object) => ws.send(JSON.stringify(message));
    const socket = { send, end: () => ws.close(4009), channels: new Set<string>(), user: '' };
    sockets.add(socket);
    ws.on('close', () => sockets.delete(socket));
    ws.on('message', (text) => {
      const { event, data } = JSON.parse(text.toString());
      if (event === 'pusher:signin' && data.auth === sign(`${id}::user::${data.user_data}`)) {
        socket.user = JSON.parse(data.user_data).id;
        send({ event: 'pusher:signin_success', data: JSON.stringify({ user_data: data.user_data }) });
      }
      if (event === 'pusher:subscribe' && data.auth === sign(`${id}:${data.channel}`)) {
        socket.channels.add(data.channel);
        send({ event: 'pusher_internal:subscription_succeeded', channel: data.channel, data: '{}' });
      }
    });
    const established = { socket_id: id, activity_timeout: 120 };
    send({ event: 'pusher:connection_established', data: JSON.stringify(established) });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://${app.key}:${app.secret}@127.0.0.1:${port}/apps/42`, sockets };
}

const theirs = await startTheirs();
const shop = await runShop({ DEMO: '1', PUSHER_URL: theirs.url });
const newPage = await openBrowser(shop.url);

test('with PUSHER_URL a page hears of changes through that server, and a logout elsewhere closes its socket', async () => {
  const page = await newPage();
  await page.goto('/login');
  await page.getByLabel('Username').fill('buyer');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/news');
  await expect.poll(() => [...theirs.sockets].filter(({ user, channels }) => user && channels.size).length).toBe(1);

  const token = await shop.signIn('buyer');
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=1', { token });
  await shop.api('/api/carts', { token, body: { ids: [data[0]!.id] } });
  await page.getByRole('link', { name: 'Cart' }).first().getByText('1').waitFor();

  await shop.books`update devices set trusted_at = now() where user_id = (select id from users where username = 'buyer')`;
  await shop.api('/api/users/sessions', { method: 'DELETE', token });
  await page.waitForURL('**/login**');
  await expect.poll(() => theirs.sockets.size).toBe(0);
});
