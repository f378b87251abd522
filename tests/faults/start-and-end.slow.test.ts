import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { createDataDir, endShop, runToEnd, type ShopProcess, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir({ empty: true });
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop(dir);
});

const healthy = async () => (await fetch(`${shop.url}/healthz`)).status;

test('a second shop on one DATA_DIR is refused by a clear line, and the first goes on', async () => {
  const { code, output } = await runToEnd(dir, 'src/server.ts', []);
  expect(code).toBe(1);
  expect(output).toContain(`Another Facevalue runs on this DATA_DIR (${dir}): stop it, or set another DATA_DIR.`);
  expect(await healthy()).toBe(200);
});

test('a taken port is said in a clear line, before anything is touched', async () => {
  const port = new URL(shop.url).port;
  const { code, output } = await runToEnd(`${dir}-other`, 'src/server.ts', [], { PORT: port });
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT to another one.`);
  await expect(access(`${dir}-other`)).rejects.toThrow(/ENOENT/);
});

test('a connection stays open for longer than a proxy keeps it', async () => {
  expect((await fetch(`${shop.url}/healthz`)).headers.get('keep-alive')).toBe('timeout=65');
});

test('the commands that verify the books run beside the shop', async () => {
  const ledger = await runToEnd(dir, 'src/cli.ts', ['ledger', 'verify']);
  expect(ledger).toEqual({ code: 0, output: expect.stringContaining('every balance is correct') });
  const audit = await runToEnd(dir, 'src/cli.ts', ['audit', 'verify']);
  expect(audit).toEqual({ code: 0, output: expect.stringContaining('the chain is intact') });
});

test('a command in demo mode, which asks for no password, is refused on a real shop', async () => {
  const real = `${dir}-real`;
  const add = ['user', 'add', 'alice', 'alice@shop.example', '--role', 'admin', '--duties', 'importer'];
  expect((await runToEnd(real, 'src/cli.ts', add)).code).toBe(0);
  const { code, output } = await runToEnd(real, 'src/cli.ts', ['programme', 'list']);
  expect([code, output]).toEqual([1, expect.stringContaining('This database belongs to a real shop')]);
});

test('a client that sends its header or its body by drops is cut off, and others do not wait', async () => {
  const { hostname, port } = new URL(shop.url);
  const cut = [
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-Drop: ',
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
  ].map((beginning) => {
    const socket = connect(Number(port), hostname, () => socket.write(beginning));
    socket.on('error', () => {}).resume();
    return once(socket, 'close');
  });
  expect(await healthy()).toBe(200);
  // Node alone would let a header take a minute, and a body five.
  await Promise.all(cut);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the shop and its database, and the next start finds all in order',
  async (signal) => {
    // Sent twice, as npm and a terminal do with one Ctrl-C.
    shop.child.kill(signal);
    expect(await endShop(shop, signal)).toBe(0);
    await expect(access(join(dir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow(/ENOENT/);
    expect(await readFile(join(dir, 'postgres', 'server.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    shop = await startShop(dir);
    expect(await healthy()).toBe(200);
  },
);

test('an orderly stop anchors what the audit log got since the last anchor', async () => {
  const anchors = async () => (await readFile(anchorFileOf(dir), 'utf8')).trim().split('\n');
  const before = (await anchors()).length;
  const body = JSON.stringify({ username: 'buyer', password: 'not-the-password' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${shop.url}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(422);
  await endShop(shop, 'SIGTERM');
  expect(await anchors()).toHaveLength(before + 1);
  shop = await startShop(dir);
});
