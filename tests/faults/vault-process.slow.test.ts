import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { OWNER } from '#platform/embedded/postgres-cluster.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { WEB, withRole } from '#tests/support/database-server.ts';
import { demoPassword } from '#tests/support/running-shop.ts';
import { sealOwnWrites } from '#tests/support/seal-own-writes.ts';
import { addBuyer, createDataDir, endShop, launchShop, runToEnd, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir({ empty: true });
const { sql, url, app_url, web_url } = await createTestDatabase({ max: 4 });
const VAULT_SOCKET = join(dir, '..', 'vault');
const keyless = { VAULT_SOCKET, DATABASE_URL: web_url, DEMO_COINS: 'LTC', LOG_LEVEL: 'info' };
const keyed = {
  VAULT_SOCKET,
  DATABASE_URL: app_url,
  DATABASE_OWNER_URL: withRole(url, OWNER),
  DATABASE_WEB_ROLE: WEB,
  DEMO_COINS: 'LTC',
};
const startVault = () => startShop(join(dir, 'vault'), keyed, { role: 'vault' });

test('web and worker wait for the vault, need no key, and outlive it', async () => {
  const waiting = launchShop(join(dir, 'web'), keyless, { role: 'web' });
  const vault = await startVault();
  const web = await waiting.ready;
  expect(web.printed()).toContain('waiting for the vault process');
  expect(web.printed()).not.toContain('within reach');
  const reaching = { ...keyless, MASTER_KEY_FILE: join(dir, 'vault', 'master.key') };
  const worker = await startShop(join(dir, 'worker'), reaching, { role: 'worker' });
  expect(worker.printed()).toContain('within reach');
  expect(['web', 'worker', 'vault'].map((name) => existsSync(join(dir, name, 'master.key')))).toEqual([
    false,
    false,
    true,
  ]);
  expect(statSync(VAULT_SOCKET).mode & 0o777).toBe(0o660);
  const second = await runToEnd(join(dir, 'second'), 'src/server.ts', ['--role=vault'], {
    ...keyed,
    MASTER_KEY_FILE: join(dir, 'vault', 'master.key'),
  });
  expect([second.code, second.output]).toEqual([1, expect.stringContaining('Another process listens on VAULT_SOCKET')]);

  await sealOwnWrites(sql, await readFile(join(dir, 'vault', 'master.key')));
  const { token } = await addBuyer(sql, 100_00);
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${web.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown; message?: string } };
  };
  const cards = async () => ask('/api/cards?per_page=1');
  const [card] = (await cards()).body.data as Card[];
  const order = await ask('/api/invoices', { ids: [card!.id] });
  const { id } = order.body.data as { id: string };
  const reveal = () => ask(`/api/invoices/${id}/cards/${card!.id}/reveal`, { consent: true });
  const shown = (await reveal()).body.data as { code: string | null; url: string | null };
  expect(shown.code ?? shown.url).toEqual(expect.any(String));
  expect((await ask('/api/auth/login', { username: 'buyer', password: demoPassword })).status).toBe(200);

  await endShop(vault, 'SIGKILL');
  expect(await reveal()).toMatchObject({ status: 503, body: { message: expect.stringContaining('nothing is lost') } });
  expect((await cards()).status).toBe(200);
  expect((await fetch(`${web.url}/login`)).status).toBe(200);
  // The socket of the one that was killed is still there.
  expect(existsSync(VAULT_SOCKET)).toBe(true);
  const again = await startVault();
  expect((await reveal()).status).toBe(200);

  for (const each of [web, worker, again]) expect(await endShop(each, 'SIGTERM')).toBe(0);
  expect(existsSync(VAULT_SOCKET)).toBe(false);
});

test.each([
  { role: 'all', env: keyed, says: 'start them with --role=vault' },
  { role: 'vault', env: { ...keyed, VAULT_SOCKET: '' }, says: '--role=vault needs VAULT_SOCKET' },
  {
    role: 'web',
    env: { ...keyless, DATABASE_OWNER_URL: keyed.DATABASE_OWNER_URL },
    says: 'leave DATABASE_OWNER_URL to',
  },
  { role: 'web', env: { VAULT_SOCKET }, says: 'VAULT_SOCKET needs DATABASE_URL' },
])('--role=$role is refused with settings that do not fit: $says', async ({ role, env, says }) => {
  const { code, output } = await runToEnd(join(dir, randomUUID()), 'src/server.ts', [`--role=${role}`], env);
  expect([code, output]).toEqual([1, expect.stringContaining(says)]);
});
