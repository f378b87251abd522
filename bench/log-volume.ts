// How much the shop writes to its log: bytes for each request by its kind, at the level that a shop has and at the next more talkative one,
// and what that comes to in a day at a load.
import { randomUUID } from 'node:crypto';
import { openShop } from '#app/boot.ts';
import { createShop } from '#app/shop.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { addBuyers, addStock, openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { writeResult } from './support/machine.ts';

const EACH = 200;
/** Of a busy shop, for the sum of a day. */
const ORDERS_A_DAY = 20_000;
const READS_FOR_AN_ORDER = 30;
const REFUSALS_FOR_AN_ORDER = 1;

const database = await openBenchDatabase();
try {
  await addStock(database, 10_000);
  const tokens = await addBuyers(database.sql, EACH, 400_000);
  await sealAdded(database);
  const levels: Record<string, Record<string, number>> = {};
  for (const level of ['info', 'debug']) levels[level] = await measure(level, tokens);
  const { order = 0, read = 0, refusal = 0 } = levels.info!;
  const day = ORDERS_A_DAY * (order + READS_FOR_AN_ORDER * read + REFUSALS_FOR_AN_ORDER * refusal);
  await writeResult('log-volume', database.sql, {
    command: 'npm run bench -- log-volume',
    bytes_a_request: levels,
    megabytes_a_day_at_20000_orders: Math.round(day / 1e5) / 10,
  });
} finally {
  await database.close();
}

async function measure(level: string, tokens: string[]): Promise<Record<string, number>> {
  let bytes = 0;
  const log = createLogger(level, {
    write(line: string) {
      bytes += Buffer.byteLength(line);
    },
  });
  const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir, RATE_LIMIT_PER_MINUTE: '100000000' }, database.dir);
  const shop = await openShop({ config, log, database: { url: database.url, owner_url: null } });
  const { app } = createShop({ ctx: shop.ctx });
  const stock = (
    await database.sql<{ id: string }[]>`
      select id from cards where state = 'available' and price_cents < 1000 order by random() limit ${EACH}`
  ).map(({ id }) => id);
  const each = async (request: (n: number) => readonly [path: string, init: RequestInit, status: number]) => {
    bytes = 0;
    for (let n = 0; n < EACH; n++) {
      const [path, init, status] = request(n);
      const answer = await app.request(`http://localhost${path}`, init);
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    }
    return Math.round(bytes / EACH);
  };
  try {
    const signedIn = (n: number) => ({ authorization: `Bearer ${tokens[n]}`, 'content-type': 'application/json' });
    return {
      read: await each((n) => ['/api/auth/users', { headers: signedIn(n) }, 200]),
      order: await each((n) => [
        '/api/invoices',
        {
          method: 'POST',
          headers: { ...signedIn(n), 'idempotency-key': randomUUID() },
          body: JSON.stringify({ ids: [stock[n]] }),
        },
        201,
      ]),
      refusal: await each(() => ['/api/auth/users', {}, 401]),
    };
  } finally {
    await shop.close();
  }
}
