// What 100,000 outputs that cost more to spend than they are worth cost the shop: computing of the process that follows the chain, and
// of PostgreSQL; and how much later than without them an honest payment among them is credited.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh, TEST_NETWORK, Transaction, utils } from '@scure/btc-signer';
import { openShop } from '#app/boot.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { createPayment } from '#features/coins/payments/create-payment.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { coreAmount } from '#platform/chain/units.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { addBuyers, openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { writeResult } from './support/machine.ts';
import { postgresSeconds } from './support/postgres-time.ts';

const OUTPUTS = Number(process.env.BENCH_OUTPUTS ?? 100_000);
const ADDRESSES = 100;
const BLOCKS = 10;
/** What nodes pass on, and less than it costs to spend. */
const DUST_UNITS = 600n;
const HONEST_CENTS = 10_00;
const MATURITY = 101;
const coin = 'BTC';
const transactions = OUTPUTS / ADDRESSES / BLOCKS;

const database = await openBenchDatabase();
const dir = mkdtempSync(join(tmpdir(), 'facevalue-bench-dust-'));
const node = await LOCAL_CHAINS[coin].run(join(dir, 'node'));
const chain = openChain(coin, { rpc_url: node.url, xpub: LOCAL_CHAINS[coin].xpub, development: true });
const config = readConfig({ DEMO: 'on', DATA_DIR: database.dir, LOG_LEVEL: 'silent', PORT: '0' }, '/nonexistent');
await addBuyers(database.sql, ADDRESSES + 2, 1);
await sealAdded(database);
const shop = await openShop({
  config,
  log: createLogger('silent'),
  database: { url: database.url, owner_url: null },
});
try {
  const { ctx } = shop;
  await refreshRates(ctx, demoSources());
  ctx.chains[coin] = chain;
  const poll = createWatch(ctx, chain);
  await poll();
  const addresses: string[] = [];
  for (let n = 0; n < ADDRESSES; n++) addresses.push((await ask(ctx, `buyer${n}`)).address);
  const payer = await openPayer();
  await poll();
  const usual = await measure(ctx, poll, payer, { addresses: [], honest: `buyer${ADDRESSES}` });
  const dusted = await measure(ctx, poll, payer, { addresses, honest: `buyer${ADDRESSES + 1}` });
  const [rows] = await database.sql`
    select (select count(*) from deposits) as deposits, (select count(*) from deposit_credits) as credits,
      (select count(*) from deposits where state = 'pending') as pending`;
  await writeResult('dust', database.sql, {
    outputs: OUTPUTS,
    addresses: ADDRESSES,
    blocks: BLOCKS,
    without: usual,
    with_dust: dusted,
    rows,
  });
} finally {
  await shop.close();
  await node.stop();
  await database.close();
  rmSync(dir, { recursive: true, force: true });
}

async function ask(ctx: VaultCtx, username: string) {
  const actor = await getActorByUsername(ctx, username);
  const body = { coin, amount_cents: HONEST_CENTS } as const;
  return (await createPayment(ctx, actor, { body, params: undefined, query: undefined })).data;
}

/** Two units for a byte. */
function feeOf(outputs: number): bigint {
  return BigInt(400 + 62 * outputs);
}

interface Coin {
  txid: string;
  index: number;
  units: bigint;
}

/** Somebody with a coin for each transaction. */
async function openPayer() {
  const secret = utils.randomPrivateKeyBytes();
  const network = { ...TEST_NETWORK, bech32: 'bcrt' };
  const { address, script } = p2wpkh(secp256k1.getPublicKey(secret, true), network);
  const own = address!;
  const { rpc } = chain;

  async function send(
    { txid, index, units }: Coin,
    outputs: readonly { to: string; units: bigint }[],
  ): Promise<string> {
    const tx = new Transaction();
    tx.addInput({ txid, index, witnessUtxo: { script, amount: units } });
    for (const output of outputs) tx.addOutputAddress(output.to, output.units, network);
    const rest = outputs.reduce((left, output) => left - output.units, units - feeOf(outputs.length));
    if (rest > 0n) tx.addOutputAddress(own, rest, network);
    tx.sign(secret);
    tx.finalize();
    return rpc.call<string>('sendrawtransaction', [tx.hex]);
  }

  const purse = DUST_UNITS * BigInt(ADDRESSES) + feeOf(ADDRESSES);
  const honest = 1_000_000n;
  const coins: Coin[] = [];
  const rewards: Coin[] = [];
  for (const hash of await rpc.call<string[]>('generatetoaddress', [8, own])) {
    const { tx } = await rpc.call<{ tx: { txid: string; vout: { value: number }[] }[] }>('getblock', [hash, 2]);
    rewards.push({ txid: tx[0]!.txid, index: 0, units: coreAmount(tx[0]!.vout[0]!.value) });
  }
  await rpc.call('generatetoaddress', [MATURITY, await rpc.call('devaddress')]);
  const mine = async () => void (await rpc.call('generatetoaddress', [1, await rpc.call('devaddress')]));
  const [forHonest, ...forDust] = rewards as [Coin, ...Coin[]];
  const paid = await send(forHonest, [
    { to: own, units: honest },
    { to: own, units: honest },
  ]);
  const spare = [0, 1].map((index) => ({ txid: paid, index, units: honest }));
  for (const reward of forDust) {
    const count = Math.min(1_000, Number(reward.units / (purse + feeOf(1))), BLOCKS * transactions - coins.length);
    if (count <= 0) break;
    const txid = await send(
      reward,
      Array.from({ length: count }, () => ({ to: own, units: purse })),
    );
    for (let index = 0; index < count; index++) coins.push({ txid, index, units: purse });
  }
  await mine();
  return {
    mine,
    dust: (addresses: readonly string[]) =>
      send(
        coins.shift()!,
        addresses.map((to) => ({ to, units: DUST_UNITS })),
      ),
    pay: (to: string, units: bigint) => send(spare.shift()!, [{ to, units }]),
  };
}

/** Mines the blocks, with dust for these addresses and one honest payment in the midst, and follows them as a shop does. */
async function measure(
  ctx: VaultCtx,
  poll: () => Promise<boolean>,
  payer: Awaited<ReturnType<typeof openPayer>>,
  { addresses, honest }: { addresses: readonly string[]; honest: string },
) {
  const postgres = await postgresSeconds(database.sql);
  const spent = { cpu: 0, polls: 0, longest: 0 };
  const before = await postgres();
  const { id, address, amount_units } = await ask(ctx, honest);
  const look = async () => {
    const [cpu, clock] = [process.cpuUsage(), performance.now()];
    while (!(await poll()));
    const { user, system } = process.cpuUsage(cpu);
    const took = (performance.now() - clock) / 1_000;
    spent.cpu += (user + system) / 1e6;
    spent.polls += took;
    spent.longest = Math.max(spent.longest, took);
  };
  const isCredited = async () =>
    (await ctx.sql`select from deposits where payment_id = ${id} and state = 'credited'`).length > 0;
  let delay: number | undefined;
  const follow = async () => {
    await payer.mine();
    const mined = performance.now();
    await look();
    if (delay === undefined && (await isCredited())) delay = (performance.now() - mined) / 1_000;
  };
  for (let block = 0; block < BLOCKS; block++) {
    if (addresses.length > 0) for (let n = 0; n < transactions; n++) await payer.dust(addresses);
    if (block === BLOCKS / 2) await payer.pay(address, BigInt(amount_units));
    await look();
    await follow();
  }
  for (let block = 0; block < usualDepth(coin); block++) await follow();
  const seconds = (value: number) => Number(value.toFixed(2));
  return {
    watcher_cpu_s: seconds(spent.cpu),
    postgresql_cpu_s: seconds((await postgres()) - before),
    looks_s: seconds(spent.polls),
    longest_look_s: seconds(spent.longest),
    honest_credited_after_block_s: delay === undefined ? null : seconds(delay),
  };
}
