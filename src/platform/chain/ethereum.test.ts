import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ethereumAdapter } from './ethereum.ts';
import { readBalances } from './ethereum-balances.ts';
import { startAnvil } from './nodes/anvil.ts';
import type { LocalNode } from './nodes/local-node.ts';
import { fakeRpcNode } from './rpc/fake-node.testonly.ts';
import { type RpcClient, rpcClient } from './rpc/json-rpc.ts';
import type { ChainAdapter } from './types.ts';

const dir = mkdtempSync(join(tmpdir(), 'fv eth '));
let node: LocalNode;
let rpc: RpcClient;
let eth: ChainAdapter;
let payer: string;

beforeAll(async () => {
  node = await startAnvil({ dir });
  rpc = rpcClient(node.url);
  eth = ethereumAdapter(rpc);
  payer = (await rpc.call<string[]>('eth_accounts'))[0]!;
});
afterAll(async () => {
  await node.stop();
  rmSync(dir, { recursive: true });
});

const ETH = 10n ** 18n;
const hex = (value: bigint | number) => `0x${value.toString(16)}`;
const abiWord = (address: string) => address.slice(2).padStart(64, '0');
const mine = (blocks = 1) => rpc.call('anvil_mine', [hex(blocks)]);
const send = (tx: object) => rpc.call<string>('eth_sendTransaction', [{ from: payer, gas: hex(300_000), ...tx }]);
const newKey = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;

/** Deploys a contract of at most 32 bytes and returns its address. */
async function deploy(runtime: string): Promise<string> {
  const size = runtime.length / 2;
  const data = `0x${(95 + size).toString(16)}${runtime}5f5260${hex(size).slice(2).padStart(2, '0')}60${hex(32 - size)
    .slice(2)
    .padStart(2, '0')}f3`;
  const txid = await send({ data });
  await mine();
  return (await rpc.call<{ contractAddress: string }>('eth_getTransactionReceipt', [txid])).contractAddress;
}

test('of all kinds of payment the block shows the direct ones that succeeded, and the balances show every one', async () => {
  const [plain, twice, inner, destroyed, reverted, failing, spam] = Array.from({ length: 7 }, newKey) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const keys = [plain, twice, inner, destroyed, reverted, failing, spam];
  const forward = await deploy('5f5f5f5f345f355af100');
  const selfDestruct = await deploy('5f35ff');
  const forwardThenRevert = await deploy('5f5f5f5f345f355af15f5ffd');
  await rpc.call('anvil_setCode', [failing, '0x5f5ffd']);
  await send({ to: plain, value: hex(ETH) });
  await send({ to: twice, value: hex(1000) });
  await send({ to: twice, value: hex(2000) });
  await send({ to: forward, value: hex(ETH / 5n), data: `0x${abiWord(inner)}` });
  await send({ to: selfDestruct, value: hex(ETH / 4n), data: `0x${abiWord(destroyed)}` });
  await send({ to: forwardThenRevert, value: hex(ETH / 2n), data: `0x${abiWord(reverted)}` });
  await send({ to: failing, value: hex(ETH) });
  await send({ to: spam, value: '0x0', data: '0xdeadbeef' });
  await mine();

  const tip = await eth.tip();
  const block = await eth.block(tip.height, new Set(keys));
  const direct = block!.transfers.map(({ key, amount, senders, n, minDepth }) => ({
    key,
    amount,
    senders,
    n,
    minDepth,
  }));
  const from = { senders: [payer], n: 0, minDepth: 0 };
  expect(direct).toHaveLength(3);
  expect(direct).toEqual(
    expect.arrayContaining([
      { key: plain, amount: ETH, ...from },
      { key: twice, amount: 1000n, ...from },
      { key: twice, amount: 2000n, ...from },
    ]),
  );
  expect(await eth.balancesAt!(keys, tip)).toEqual([ETH, 3000n, ETH / 5n, ETH / 4n, 0n, 0n, 0n]);
});

test('what leaves a watched key is its value and its gas, also when the transfer failed', async () => {
  const key = newKey();
  const refuses = newKey();
  await rpc.call('anvil_setCode', [refuses, '0x5f5ffd']);
  await send({ to: key, value: hex(ETH) });
  await mine();
  await rpc.call('anvil_impersonateAccount', [key]);
  await send({ from: key, to: payer, value: hex(ETH / 4n), gas: hex(21_000) });
  await mine();
  await send({ from: key, to: refuses, value: hex(ETH / 4n), gas: hex(60_000) });
  await mine();
  const tip = await eth.tip();
  let left = 0n;
  for (const height of [tip.height - 1, tip.height]) {
    const { outflows } = (await eth.block(height, new Set([key])))!;
    expect(outflows).toHaveLength(1);
    left += outflows[0]!.left as bigint;
  }
  expect(await eth.balancesAt!([key], tip)).toEqual([ETH - left]);
});

test('a pending payment is a hint; mined, it is one no more', async () => {
  const key = newKey();
  const txid = await send({ to: key, value: hex(7) });
  expect(await eth.hints(new Set([key]))).toMatchObject([{ txid, key, amount: 7n }]);
  await mine();
  expect(await eth.hints(new Set([key]))).toEqual([]);
});

test('a reorg changes the hash at the height, and reads pinned to the dead block are errors', async () => {
  const key = newKey();
  await send({ to: key, value: hex(ETH) });
  await mine(3);
  const paid = await eth.tip();
  const [before] = await eth.balancesAt!([key], paid);
  expect(before).toBe(ETH);
  await rpc.call('anvil_reorg', [3, []]);
  expect(await eth.hashAt(paid.height)).not.toBe(paid.hash);
  await expect(eth.balancesAt!([key], paid)).rejects.toThrow();
  expect(await eth.balancesAt!([key], await eth.tip())).toEqual([0n]);
});

test('above the tip there is neither hash nor block; identity names chain and genesis; a fresh key is unused', async () => {
  const { height } = await eth.tip();
  expect(await eth.hashAt(height + 1)).toBeNull();
  expect(await eth.block(height + 1, new Set())).toBeNull();
  expect(await eth.identity()).toBe(`31337:${await eth.hashAt(0)}`);
  expect(await eth.health()).toMatchObject({ synced: true, tip: await eth.tip() });
  expect(await eth.isUnused!(newKey())).toBe(true);
  expect(await eth.isUnused!(payer)).toBe(false);
});

test('1,500 balances are read in three calls; a node that refuses such calls is asked one by one', async () => {
  const tip = await eth.tip();
  const keys = Array.from({ length: 1500 }, newKey);
  keys[1400] = payer;
  const balances = await eth.balancesAt!(keys, tip);
  expect(balances).toHaveLength(1500);
  expect(balances.filter((balance) => balance > 0n)).toEqual([balances[1400]]);

  const poor = rpcClient(await fakeRpcNode({ eth_getBalance: (key: string) => hex(BigInt(key)) }));
  expect(await readBalances(poor, ['0x1', '0x2', '0x3'], tip)).toEqual([1n, 2n, 3n]);
});

test('receipts of another branch mean that the chain moved: no block is answered', async () => {
  const key = newKey();
  const tx = { hash: '0xt', from: '0xpayer', to: key, value: '0x1' };
  const adapter = ethereumAdapter(
    rpcClient(
      await fakeRpcNode({
        eth_getBlockByNumber: () => ({
          number: '0x5',
          hash: '0xa',
          parentHash: '0x9',
          timestamp: '0x1',
          transactions: [tx],
        }),
        eth_getTransactionReceipt: () => ({
          blockHash: '0xb',
          status: '0x1',
          gasUsed: '0x1',
          effectiveGasPrice: '0x1',
        }),
      }),
    ),
  );
  expect(await adapter.block(5, new Set([key]))).toBeNull();
});

test('a node that answers with another block than the one asked for is not believed', async () => {
  const block = { number: '0x6', hash: '0xa', parentHash: '0x9', timestamp: '0x1', transactions: [] };
  const adapter = ethereumAdapter(rpcClient(await fakeRpcNode({ eth_getBlockByNumber: () => block })));
  await expect(adapter.hashAt(5)).rejects.toMatchObject({ name: 'RpcError', reason: 'bad_reply' });
  await expect(adapter.block(5, new Set())).rejects.toMatchObject({ name: 'RpcError', reason: 'bad_reply' });
  expect(await adapter.hashAt(6)).toBe('0xa');
});
