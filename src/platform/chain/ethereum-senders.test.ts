import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startDevChain } from '#tests/support/dev-chain.ts';
import { internalSenders } from './ethereum-senders.ts';
import { type RpcClient, RpcError } from './rpc/json-rpc.ts';

const dev = await startDevChain();
const newKey = () => `0x${randomBytes(20).toString('hex')}`;
const word = (key: string) => key.slice(2).padStart(64, '0');
const send = (tx: object) => dev.rpc.call<string>('eth_sendTransaction', [{ from: dev.wallet, gas: '0x493e0', ...tx }]);
const receipt = (txid: string) =>
  dev.rpc.call<{ blockHash: string; contractAddress: string }>('eth_getTransactionReceipt', [txid]);

/** Deploys this code; how long its push and its return are depends on it. */
async function deploy(runtime: string): Promise<string> {
  const size = (runtime.length / 2).toString(16).padStart(2, '0');
  const txid = await send({ data: `0x60${size}600a5f3960${size}5ff3${runtime}` });
  await dev.mine();
  return (await receipt(txid)).contractAddress.toLowerCase();
}
/** Runs the transactions in one block and answers its hash. */
async function blockOf(...transactions: object[]): Promise<string> {
  let txid = '';
  for (const transaction of transactions) txid = await send(transaction);
  await dev.mine();
  return (await receipt(txid)).blockHash;
}
const withoutTraces: RpcClient = {
  ...dev.rpc,
  call: async <T>(method: string, params?: unknown[]) => {
    if (method.startsWith('debug_')) throw new RpcError('rpc', `${method}: the method does not exist`, -32601);
    return dev.rpc.call<T>(method, params);
  },
};

const forward = await deploy('5f5f5f5f345f355af100');
const selfDestruct = await deploy('5f35ff');
const forwardThenRevert = await deploy('5f5f5f5f345f355af15f5ffd');

test('the sender of an internal payment is who sent the transaction, and every contract on its way', async () => {
  const [key, destroyed, reverted] = [newKey(), newKey(), newKey()];
  // Calls the forwarder, handing on the address and the ether.
  const outer = await deploy(`5f355f525f5f60205f3473${forward.slice(2)}5af100`);
  const value = '0x7';
  const hash = await blockOf(
    { to: outer, value, data: `0x${word(key)}` },
    { to: selfDestruct, value, data: `0x${word(destroyed)}` },
    { to: forwardThenRevert, value, data: `0x${word(reverted)}` },
    { to: newKey(), value },
  );
  const wallet = dev.wallet.toLowerCase();
  expect(await dev.balance(key)).toBe(7n);
  expect(await internalSenders(dev.rpc, key, hash)).toEqual({ senders: [wallet, outer, forward], possible: [] });
  expect((await internalSenders(dev.rpc, destroyed, hash)).senders).toEqual([wallet, selfDestruct]);
  expect(await internalSenders(dev.rpc, reverted, hash)).toEqual({ senders: [], possible: [] });
});

test('a node without traces names everybody who called a contract in that block, and nobody for certain', async () => {
  const key = newKey();
  const [, other] = await dev.rpc.call<[string, string]>('eth_accounts');
  const stranger = newKey();
  const hash = await blockOf(
    { to: forward, value: '0x7', data: `0x${word(key)}` },
    { from: other, to: stranger, value: '0x7', gas: '0x5208' },
  );
  const { senders, possible } = await internalSenders(withoutTraces, key, hash);
  expect(senders).toEqual([]);
  expect(possible.toSorted()).toEqual([dev.wallet.toLowerCase(), forward].toSorted());
});
