import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { withDatabase } from '#tests/support/database-server.ts';
import { createDataDir, endShop, startShop } from '#tests/support/shop-process.ts';

const dir = await createDataDir({ empty: true });
const name = `test_${randomBytes(6).toString('hex')}`;
const admin = connect(inject('database_url'), { max: 1 });
await admin`create database ${admin(name)}`;
afterAll(async () => {
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});

test('four demo shops that start at once on an empty database all run, on the same stock', async () => {
  const url = withDatabase(inject('database_url'), name);
  const env = { DATABASE_URL: url, MASTER_KEY_FILE: join(dir, '..', 'master.key'), DEMO_COINS: 'LTC' };
  const shops = await Promise.all([1, 2, 3, 4].map((n) => startShop(join(dir, `${n}`), env, { role: 'web' })));
  for (const shop of shops) await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status).toBe(200);
  const sql = connect(url, { max: 1 });
  expect(await sql`select count(*) from users where username = 'buyer'`).toEqual([{ count: 1 }]);
  await sql.end();
  for (const shop of shops) expect(await endShop(shop, 'SIGTERM')).toBe(0);
});
