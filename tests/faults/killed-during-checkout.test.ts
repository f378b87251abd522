import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import type { Sql } from '#platform/db/client.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import {
  addBuyer,
  createDataDir,
  endShop,
  openBooks,
  postgresPid,
  type ShopProcess,
  startShop,
} from '#tests/support/shop-process.ts';

type Attempt = { buyer: { id: string; token: string }; card: string; key: string };
type Outcome = Attempt & { tries: number; status: number; order?: string };

const buyers = 6;
const attemptLimit = 400;

const dir = await createDataDir();
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop(dir);
}, 120_000);

async function withBooks<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = await openBooks(dir);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Buyers with funds, and attempts in which two of them want each card. */
async function arrange(cards: number): Promise<Attempt[]> {
  return withBooks(async (sql) => {
    const people = await Promise.all(Array.from({ length: buyers }, () => addBuyer(sql, 2_000_00)));
    const stock = await sql<{ id: string }[]>`
      select id from cards where state = 'available' and price_cents < 10000 order by price_cents, id limit ${cards}`;
    return stock.flatMap(({ id }, at) =>
      [0, 1].map((other) => ({ buyer: people[(at + other) % buyers]!, card: id, key: randomUUID() })),
    );
  });
}

/** One checkout, retried with the same key while its outcome is unknown. */
async function checkOut(attempt: Attempt): Promise<Outcome> {
  for (let tries = 1; tries <= attemptLimit; tries++) {
    const response = await fetch(`${shop.url}/api/invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${attempt.buyer.token}`,
        'content-type': 'application/json',
        'idempotency-key': attempt.key,
      },
      body: JSON.stringify({ ids: [attempt.card] }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    // No response, a broken one, a server error, or the first attempt still running: the outcome is not known yet.
    if (response && text !== undefined && response.status < 500 && response.status !== 409) {
      return { ...attempt, tries, status: response.status, order: JSON.parse(text).data?.id };
    }
    await delay(50);
  }
  throw new Error(`the outcome of ${attempt.key} stayed unknown`);
}

/** All attempts, sequential per buyer; `known` fills up as they run. */
async function stream(attempts: Attempt[], known: Outcome[]): Promise<void> {
  const perBuyer = Map.groupBy(attempts, ({ buyer }) => buyer.id);
  await Promise.all(
    [...perBuyer.values()].map(async (mine) => {
      for (const attempt of mine) known.push(await checkOut(attempt));
    }),
  );
}

async function expectEverythingKept(outcomes: Outcome[]): Promise<void> {
  const bought = outcomes.filter(({ status }) => status === 201);
  expect(outcomes.some(({ tries }) => tries > 1)).toBe(true);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([201, 422]));
  expect(new Set(bought.map(({ card }) => card)).size).toBe(bought.length);
  expect(new Set(outcomes.map(({ card }) => card)).size).toBe(bought.length);
  for (const { order, buyer, card } of bought) {
    const response = await fetch(`${shop.url}/api/invoices/${order}`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect(response.status).toBe(200);
    expect((await response.json()).data.cards.map((one: { id: string }) => one.id)).toEqual([card]);
  }
  await withBooks(async (sql) => {
    const ids = [...new Set(outcomes.map(({ buyer }) => buyer.id))];
    const [books] = await sql`
      select count(*) as orders, sum(total_cents) as spent,
        (select sum(balance_cents) from ledger_balances b join ledger_accounts a on a.id = b.account_id
          where a.owner_id = any(${ids})) as left
      from orders where user_id = any(${ids})`;
    expect(books?.orders).toBe(bought.length);
    expect(Number(books?.spent) + Number(books?.left)).toBe(ids.length * 2_000_00);
    expect((await verifyLedger(sql)).problems).toEqual([]);
    const audited = { sql, key: createVault(join(dir, 'master.key')), file: anchorFileOf(dir) };
    expect((await verifyAudit(audited)).problems).toEqual([]);
  });
}

describe('a stream of checkouts, two buyers after each card', () => {
  test('loses nothing acknowledged and sells no card twice while the shop is killed', async () => {
    const known: Outcome[] = [];
    const attempts = await arrange(60);
    const streaming = stream(attempts, known);
    for (const reached of [20, 50, 80]) {
      await vi.waitUntil(() => known.length >= reached, { timeout: 60_000, interval: 5 });
      await endShop(shop, 'SIGKILL');
      shop = await startShop(dir);
    }
    await streaming;
    expect(known).toHaveLength(attempts.length);
    await expectEverythingKept(known);
  }, 120_000);

  test('the same while PostgreSQL is killed under the running shop', async () => {
    const known: Outcome[] = [];
    const attempts = await arrange(60);
    const streaming = stream(attempts, known);
    for (const reached of [20, 60]) {
      await vi.waitUntil(() => known.length >= reached, { timeout: 60_000, interval: 5 });
      process.kill(await postgresPid(dir), 'SIGKILL');
    }
    await streaming;
    expect(known).toHaveLength(attempts.length);
    expect(shop.child.exitCode).toBeNull();
    await expectEverythingKept(known);
  }, 120_000);

  test('the same while both are killed at once', async () => {
    const known: Outcome[] = [];
    const attempts = await arrange(30);
    const streaming = stream(attempts, known);
    await vi.waitUntil(() => known.length >= 20, { timeout: 60_000, interval: 5 });
    const pid = await postgresPid(dir);
    await endShop(shop, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    shop = await startShop(dir);
    await streaming;
    await expectEverythingKept(known);
  }, 120_000);
});
