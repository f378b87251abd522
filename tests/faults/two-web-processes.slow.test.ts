import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { LiveSocket } from '#tests/support/live-socket.ts';
import { sealOwnWrites } from '#tests/support/seal-own-writes.ts';
import { addBuyer, createDataDir, endShop, type ShopProcess, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir();
const { sql, url } = await createTestDatabase({ max: 4 });
const env = { DATABASE_URL: url, MASTER_KEY_FILE: join(dir, 'master.key') };
// Sequential: the first one starts the database.
const first = await startShop(join(dir, 'first'), env);
const second = await startShop(join(dir, 'second'), env);
await sealOwnWrites(sql, await readFile(env.MASTER_KEY_FILE));

async function api<T>(shop: ShopProcess, path: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(`${shop.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, path).toBe(true);
  return (await response.json()) as T;
}

async function listen(shop: ShopProcess, { id, token }: { id: string; token: string }): Promise<LiveSocket> {
  const socket = await LiveSocket.open(new URL(shop.url).host);
  const channel = `private-user.${id}`;
  const signed = await api<object>(shop, '/api/broadcasting/auth', token, {
    socket_id: socket.id,
    channel_name: channel,
  });
  socket.send('pusher:subscribe', { channel, ...signed });
  await socket.frame('sequence');
  return socket;
}

test('what one process does reaches a socket on the other; one that ends sends its clients away to come back', async () => {
  const buyer = await addBuyer(sql, 100_00);
  const [here, there] = [await listen(first, buyer), await listen(second, buyer)];
  const { data } = await api<{ data: Card[] }>(first, '/api/cards?per_page=1', buyer.token);
  await api(first, '/api/carts', buyer.token, { ids: [data[0]!.id] });
  await api(second, '/api/invoices', buyer.token, { ids: [data[0]!.id] });
  for (const socket of [here, there]) {
    expect((await socket.frame('cart')).data.seq).toBe(1);
    expect((await socket.frame('order')).data.seq).toBe(2);
  }

  const ended = once(first.child, 'exit');
  const [code] = await Promise.all([here.code(), endShop(first, 'SIGTERM')]);
  expect(code).toBe(4200);
  expect((await ended)[0]).toBe(0);
  expect(there.closed).toBeUndefined();

  // Stored events are published without the process that has ended.
  await sql`insert into events (channel, event, data) values (${`private-user.${buyer.id}`}, 'ticket', '{}')`;
  expect((await there.frame('ticket')).data.seq).toBe(3);
  expect(await endShop(second, 'SIGTERM')).toBe(0);
});
