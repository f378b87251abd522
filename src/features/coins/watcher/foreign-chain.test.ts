import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { resolveAnvil } from '#platform/chain/nodes/anvil.ts';
import { startLitecoind } from '#platform/chain/nodes/litecoind.ts';
import { type Chain, openChain } from '#platform/chain/open-chain.ts';
import { rpcClient } from '#platform/chain/rpc/json-rpc.ts';
import { until } from '#platform/jobs/until.ts';
import { freePort } from '#platform/net/free-port.ts';
import { DEV_XPUB, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { createWatch } from './watch-chains.ts';

const base58 = createBase58check(sha256);
/** The same key in the notation of testnet wallets. */
const TPUB = base58.encode(Uint8Array.from([0x04, 0x35, 0x87, 0xcf, ...base58.decode(DEV_XPUB).slice(4)]));

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

let shop: TestShop;
beforeEach(async () => {
  shop = await createTestShop();
  await refreshRates(shop.ctx, demoSources());
});

/** A node with any chain id, which can replace another at its address. */
async function startNode({ chainId, port }: { chainId: number; port: number }) {
  const dir = mkdtempSync(join(tmpdir(), 'facevalue-foreign-'));
  const args = ['--port', `${port}`, '--chain-id', `${chainId}`, '--silent', '--no-mining'];
  const node: ChildProcess = spawn(resolveAnvil()!, args, { cwd: dir, stdio: 'ignore' });
  const stop = async () => {
    if (node.exitCode !== null || node.signalCode !== null) return;
    node.kill('SIGKILL');
    await once(node, 'exit');
  };
  onTestFinished(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const rpc = rpcClient(`http://127.0.0.1:${port}`);
  const answers = async () => rpc.call('eth_chainId').then(Boolean, () => false);
  if (!(await until(answers, 20_000))) throw new Error('anvil does not answer');
  await rpc.call('anvil_mine', ['0x50']);
  return { stop, mine: (blocks: number) => rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]) };
}

const chainAt = (port: number, xpub = DEV_XPUB): Chain =>
  openChain('ETH', { rpc_url: `http://127.0.0.1:${port}`, xpub });
async function offered(coin: string): Promise<boolean> {
  const { body } = await shop.as(await shop.createUser())(contract.paymentOptions);
  return body.data.offered.find((one) => one.coin === coin)!.available;
}
const cursor = async (coin = 'ETH') =>
  (await shop.sql`select state, reason_code, reason_facts, height, hash from chain_cursors where coin = ${coin}`)[0];

test.each([
  [
    'a test network for a key of the main one',
    11_155_111,
    DEV_XPUB,
    { reason_code: 'key_of_main', reason_facts: { network: '11155111' } },
  ],
  [
    'a chain that only says that it is the main one',
    1,
    DEV_XPUB,
    { reason_code: 'foreign_genesis', reason_facts: { coin: 'ETH' } },
  ],
  ['a main network for a key of test networks', 1, TPUB, { reason_code: 'key_of_test', reason_facts: {} }],
] as const)(
  'a node of %s is refused from the start, is read by nobody, and takes no money',
  async (_, chainId, xpub, reason) => {
    const port = await freePort();
    await startNode({ chainId, port });
    const chain = chainAt(port, xpub);
    shop.ctx.chains.ETH = chain;
    expect(await createWatch(shop.ctx, chain)()).toBe(false);
    expect(await cursor()).toEqual({
      state: 'paused',
      ...reason,
      height: null,
      hash: null,
    });
    expect(await offered('ETH')).toBe(false);
    const user = await shop.createUser();
    const asked = await shop.as(user)(contract.createPayment, { body: { coin: 'ETH', amount_cents: 2000 } });
    expect(asked.status).toBe(422);
  },
);

test('a node that another chain took the place of pauses its coin and undoes nothing; back again, it goes on', async () => {
  const port = await freePort();
  const first = await startNode({ chainId: 11_155_111, port });
  const chain = chainAt(port, TPUB);
  shop.ctx.chains.ETH = chain;
  const watch = createWatch(shop.ctx, chain);
  expect(await watch()).toBe(true);
  expect(await offered('ETH')).toBe(true);
  const before = await cursor();

  await first.stop();
  expect(await watch()).toBe(false);
  const other = await startNode({ chainId: 17_000, port });
  await other.mine(30);
  expect(await watch()).toBe(false);
  expect(await cursor()).toMatchObject({
    state: 'paused',
    reason_code: 'chain_replaced',
    reason_facts: { identity: expect.stringMatching(/^17000:/) },
    height: before!.height,
    hash: before!.hash,
  });
  expect(await offered('ETH')).toBe(false);
});

const dev = await startDevChain();

test('a node that is swapped while it is read undoes nothing either', async () => {
  const other = await startDevChain(onTestFinished);
  await createWatch(shop.ctx, dev.chain)();
  const before = await cursor();
  const { adapter } = dev.chain;
  let asked = 0;
  const swapped: Chain = {
    ...dev.chain,
    adapter: { ...other.chain.adapter, identity: () => (asked++ === 0 ? adapter : other.chain.adapter).identity() },
  };
  await createWatch(shop.ctx, swapped)();
  expect(await cursor()).toMatchObject({ height: before!.height, hash: before!.hash });
});

test('a Litecoin node of another network is refused too, and the other coins go on beside it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'facevalue-foreign-'));
  const node = await startLitecoind({ dir });
  onTestFinished(async () => {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const foreign = openChain('LTC', { rpc_url: node.url, xpub: ZPUB });
  shop.ctx.chains = { ETH: dev.chain, LTC: foreign };
  expect(await createWatch(shop.ctx, foreign)()).toBe(false);
  expect(await createWatch(shop.ctx, dev.chain)()).toBe(true);
  expect(await cursor('LTC')).toMatchObject({
    state: 'paused',
    reason_code: 'key_of_main',
    reason_facts: { network: 'regtest' },
  });
  expect(await offered('ETH')).toBe(true);
  expect(await offered('LTC')).toBe(false);
});
