import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { findBreaches, rules } from '#tests/support/kill-run/invariants/find-breaches.ts';
import { readAgain } from '#tests/support/kill-run/invariants/read-again.ts';
import { sabotage } from '#tests/support/kill-run/invariants/sabotage.ts';
import { kinds } from '#tests/support/kill-run/kills.ts';
import { endLeftovers } from '#tests/support/kill-run/processes.ts';
import { type KillRun, runKills } from '#tests/support/kill-run/run-kills.ts';
import { createDataDir, endShop, openBooks } from '#tests/support/shop-process.ts';

// `npm run kills -- 1000` runs more; SEED repeats the choices of an earlier run.
const { KILLS = '10', SEED = randomBytes(4).toString('hex') } = process.env;
const kills = Number(KILLS);

const dir = await createDataDir();
let run: KillRun;

beforeAll(
  async () => {
    run = await runKills({ dir, kills, seed: SEED });
  },
  600_000 + kills * 120_000,
);

afterAll(async () => {
  if (run) await endShop(run.shop, 'SIGTERM');
  await endLeftovers(dir);
});

describe(`buyers at work while everything is killed (SEED=${SEED})`, () => {
  test('nothing acknowledged is lost, nothing happens twice, the books hold, and the shop never ends by itself', () => {
    expect(run.breaches).toEqual([]);
  });

  test.runIf(kills >= 10)('every kind of kill met every kind of work', () => {
    expect(new Set(run.readyMs.keys())).toEqual(new Set(kinds));
    for (const [work, count] of Object.entries(run.history.counts())) expect(count, work).toBeGreaterThan(0);
    expect(run.history.refusedAsSold.size, 'cards that two buyers were after').toBeGreaterThan(0);
  });
});

class RolledBack extends Error {}

async function rulesBrokenBy(books: Sql, name: string): Promise<string[]> {
  let broken: string[] = [];
  await transaction(books, async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sabotage[name]!(sql, run.history);
    broken = (await findBreaches(sql, run.history)).map(({ rule }) => rule);
    throw new RolledBack();
  }).catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return broken;
}

describe('the check itself', () => {
  let books: Sql;
  beforeAll(async () => {
    books = await openBooks(dir);
  });
  afterAll(() => books.end({ timeout: 1 }));

  test.each(Object.keys(rules))('names a breach of %s', async (name) => {
    expect(await rulesBrokenBy(books, name)).toContain(name);
  });

  test('names an order that cannot be read any more, and a secret that reads otherwise', async () => {
    const { orders, reveals } = run.history;
    const [order, reveal] = [orders[0]!, reveals[0]!];
    const told = Object.assign(Object.create(run.history), {
      orders: [{ ...order, id: reveal.card_id }],
      reveals: [{ ...reveal, secret: '{}' }],
    });
    const breaches = await readAgain(() => run.shop.url, told, new Set([order.buyer.id, reveal.buyer.id]));
    expect(breaches.map(({ rule }) => rule)).toEqual(['orders_read_again', 'reveals_read_again']);
  });
});

test('the shop then ends in order and leaves no process behind', async () => {
  expect(await endShop(run.shop, 'SIGTERM')).toBe(0);
  expect(await endLeftovers(dir)).toEqual([]);
});
