// How fast the shop catches up with a chain, against bare calls for the same blocks; how soon it credits a payment;
// and what deriving an address costs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openShop } from '#app/boot.ts';
import { COINS } from '#contracts/coins.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { createPayment } from '#features/coins/payments/create-payment.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch, watchChains } from '#features/coins/watcher/watch-chains.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { devWallet } from '#features/demo/chain/dev-wallet.ts';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { type Chain, openChain } from '#platform/chain/open-chain.ts';
import type { Coin } from '#platform/chain/types.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { addBuyers, openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { median, percentile, writeResult } from './support/machine.ts';

const blocks = 1_000;
const payments = 8;
const derived = 500;

const database = await openBenchDatabase();
const dir = mkdtempSync(join(tmpdir(), 'facevalue-bench-chains-'));
const closers: (() => Promise<void>)[] = [];
try {
  await addBuyers(database.sql, 3, 1);
  await sealAdded(database);
  const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir, LOG_LEVEL: 'silent', PORT: '0' }, '/nonexistent');
  const shop = await openShop({
    config,
    log: createLogger('silent'),
    database: { url: database.url, owner_url: null },
  });
  closers.push(shop.close);
  await refreshRates(shop.ctx, demoSources());
  const figures: Record<string, unknown> = { blocks, payments };
  for (const coin of COINS) figures[coin] = await measure(shop.ctx, coin);
  await writeResult('chain', database.sql, { ...figures, rss_mib: Math.round(process.memoryUsage().rss / 2 ** 20) });
} finally {
  for (const close of closers.reverse()) await close();
  await database.close();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(ctx: VaultCtx, coin: Coin) {
  const { node: name, xpub, run } = LOCAL_CHAINS[coin];
  const node = await run(join(dir, name));
  closers.push(node.stop);
  const settings = { rpc_url: node.url, xpub, development: true };
  const chain = openChain(coin, settings);
  ctx.chains[coin] = chain;
  const poll = createWatch(ctx, chain);
  await poll();
  const from = (await chain.adapter.tip()).height;
  await devWallet(chain).mine(blocks);
  const caughtUp = await seconds(async () => {
    while (!(await poll()));
  });
  const bare = await seconds(() => readBare(chain, from + 1));
  const fresh = openChain(coin, settings);
  const deriving = await seconds(async () => {
    for (let index = 0; index < derived; index++) fresh.addressAt(index);
  });
  const waits = await timeCredits(ctx, chain);
  return {
    node: name,
    blocks_per_second: Math.round(blocks / caughtUp),
    bare_calls_blocks_per_second: Math.round(blocks / bare),
    ratio: Number((bare / caughtUp).toFixed(3)),
    address_ms: Number(((deriving * 1000) / derived).toFixed(2)),
    block_to_credited_s: { median: median(waits), p95: percentile(waits, 0.95), asked_every_s: 5 },
  };
}

/** The calls that any reader of these blocks has to make. */
async function readBare({ coin, rpc }: Chain, from: number): Promise<void> {
  for (let height = from; height < from + blocks; height++) {
    if (coin === 'ETH') await rpc.call('eth_getBlockByNumber', [`0x${height.toString(16)}`, true]);
    else await rpc.call('getblock', [await rpc.call('getblockhash', [height]), 2]);
  }
}

/** Times from the block that makes a payment deep enough to its credit, polling like a real shop. */
async function timeCredits(ctx: VaultCtx, chain: Chain): Promise<number[]> {
  const { coin } = chain;
  const real = { ...chain, development: false };
  const loop = watchChains({ ...ctx, chains: { [coin]: real } }, database.url);
  const wallet = devWallet(chain);
  const waits: number[] = [];
  for (let i = 0; i < payments; i++) {
    const actor = await getActorByUsername(ctx, 'buyer0');
    const { data } = await createPayment(ctx, actor, {
      body: { coin, amount_cents: 600 },
      params: undefined,
      query: undefined,
    });
    await wallet.pay(data.address, BigInt(data.amount_units));
    await wallet.mine(usualDepth(coin) - 1);
    // At a random moment between two polls.
    await delay(1_000 + Math.random() * 5_000);
    await wallet.mine(1);
    waits.push(await seconds(() => untilCredited(ctx, data.id)));
  }
  await loop.stop();
  return waits.map((wait) => Number(wait.toFixed(2)));
}

async function untilCredited({ sql }: VaultCtx, id: string): Promise<void> {
  while ((await sql`select from deposits where payment_id = ${id} and state = 'credited'`).length === 0)
    await delay(20);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
