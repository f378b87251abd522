import { describe, expect, test } from 'vitest';
import { bitcoinLikeAdapter } from './bitcoin-like.ts';
import { ethereumAdapter } from './ethereum.ts';
import { guardAdapter } from './guard-adapter.ts';
import { fakeNode, fakeRpcNode } from './rpc/fake-node.testonly.ts';
import { rpcClient } from './rpc/json-rpc.ts';

const OURS = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const KEY = '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c';
const WATCHED = new Set([OURS]);
const HASH = '7f'.repeat(32);

/** An input and an output as each version prints them: only the fields that differ. */
const versions = {
  'Bitcoin Core 0.21 (addresses)': {
    output: { reqSigs: 1, addresses: ['bc1q…'], hex: OURS, type: 'witness_v0_keyhash' },
    input: { txid: 'aa', vout: 0, scriptSig: { asm: '', hex: '' }, txinwitness: ['3044', KEY] },
  },
  'Bitcoin Core 22 (address)': {
    output: { asm: '0 c0ce', hex: OURS, address: 'bc1q…', type: 'witness_v0_keyhash' },
    input: { txid: 'aa', vout: 0, scriptSig: { asm: '', hex: '' }, txinwitness: ['3044', KEY] },
  },
  'Bitcoin Core 25 (prevout, desc)': {
    output: { asm: '0 c0ce', desc: 'addr(bc1q…)#x', hex: OURS, address: 'bc1q…', type: 'witness_v0_keyhash' },
    input: { txid: 'aa', vout: 0, prevout: { generated: false, height: 9, value: 1, scriptPubKey: { hex: OURS } } },
  },
  'Bitcoin Core 28 (prevout, ephemeral fields)': {
    output: { asm: '0 c0ce', desc: 'addr(bc1q…)#x', hex: OURS, address: 'bc1q…', type: 'witness_v0_keyhash' },
    input: { txid: 'aa', vout: 0, sequence: 1, prevout: { value: 1, scriptPubKey: { hex: OURS, desc: 'x' } } },
  },
};

describe.each(Object.entries(versions))('%s', (_, { output, input }) => {
  test.each([
    ['0.10000000', 10_000_000n],
    ['0.1', 10_000_000n],
    ['50', 5_000_000_000n],
    ['2.94e-6', 294n],
    ['20999999.9769', 2_099_999_997_690_000n],
  ])('an output of %s is read exactly, with its sender', async (value, amount) => {
    const block = {
      hash: HASH,
      previousblockhash: 'p',
      time: 1,
      tx: [{ txid: 'cb', vin: [{ coinbase: '00' }], vout: [] }],
    };
    const paid = { txid: 'pay', vin: [input], vout: [{ value: 'VALUE', n: 3, scriptPubKey: output }] };
    const text = JSON.stringify({ ...block, tx: [...block.tx, paid] }).replace('"VALUE"', value);
    const url = await fakeNode((body, response) => {
      const { id, method } = JSON.parse(body);
      response.end(`{"result":${method === 'getblock' ? text : `"${HASH}"`},"error":null,"id":${id}}`);
    });
    const found = await bitcoinLikeAdapter(rpcClient(url), 'BTC').block(7, WATCHED);
    expect(found?.transfers).toEqual([
      { txid: 'pay', n: 3, key: OURS, amount, minDepth: 0, senders: [OURS], spends: ['aa:0'] },
    ]);
  });
});

test.each([
  [
    'a pruned block',
    200,
    '{"result":null,"error":{"code":-1,"message":"Block not available (pruned data)"},"id":ID}',
    /pruned/,
  ],
  ['a warm-up', 500, '{"result":null,"error":{"code":-28,"message":"Verifying blocks…"},"id":ID}', /Verifying/],
  ['wrong credentials', 401, '', /refused the credentials/],
  ['a full work queue in plain text', 503, 'Work queue depth exceeded', /busy/],
  ["a proxy's page", 502, '<html>Bad gateway</html>', /not JSON-RPC/],
  ['nonsense in the place of a hash', 200, '{"result":{"a":1},"error":null,"id":ID}', /asked for|no sense|got/],
])('%s is an error of the node, never "no block"', async (_, status, text, message) => {
  const url = await fakeNode((body, response) =>
    response.writeHead(status).end(text.replace('ID', `${JSON.parse(body).id}`)),
  );
  const adapter = guardAdapter(bitcoinLikeAdapter(rpcClient(url), 'BTC'));
  await expect(adapter.block(7, WATCHED)).rejects.toMatchObject({
    name: 'RpcError',
    message: expect.stringMatching(message),
  });
});

test.each([
  ['slow', () => {}, 'timeout', 100],
  [
    'cut off in the middle',
    (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"result":');
      response.destroy();
    },
    'unreachable',
    20_000,
  ],
] as const)('a node that is %s is told so', async (_, answer, reason, timeoutMs) => {
  const url = await fakeNode((_body, response) => answer(response));
  await expect(bitcoinLikeAdapter(rpcClient(url, { timeoutMs }), 'BTC').tip()).rejects.toMatchObject({ reason });
});

const ETH_KEY = '0x1111111111111111111111111111111111111111';
const header = { number: '0x7', hash: '0xb7', parentHash: '0xb6', timestamp: '0x65' };
const transaction = { hash: '0xt', from: '0xFROM', to: ETH_KEY, value: '0x64', nonce: '0x7' };
const receipt = { blockHash: '0xb7', status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x1' };
const refuse = (code: number, message: string) => () => {
  throw { code, message };
};

test.each([
  ['geth', { to: '0x1111111111111111111111111111111111111111', input: '0x', type: '0x2', accessList: [] }],
  ['nethermind', { to: '0x1111111111111111111111111111111111111111', data: '0x', isSystemTx: false, type: '0x0' }],
  ['erigon', { to: '0x1111111111111111111111111111111111111111', input: '0x', chainId: '0x1', yParity: '0x0' }],
])('a block as %s prints it is read with its receipts', async (_, shape) => {
  const url = await fakeRpcNode({
    eth_getBlockByNumber: () => ({
      ...header,
      transactions: [
        { ...transaction, ...shape },
        { ...transaction, hash: '0xc', to: null },
      ],
    }),
    eth_getTransactionReceipt: () => ({ ...receipt, logs: [], type: '0x2', contractAddress: null }),
  });
  const block = await ethereumAdapter(rpcClient(url)).block(7, new Set([ETH_KEY]));
  expect(block?.transfers).toEqual([
    { txid: '0xt', n: 0, key: ETH_KEY, amount: 100n, minDepth: 0, senders: ['0xfrom'], spends: ['0xfrom:7'] },
  ]);
});

test.each([
  ['geth, pruned', refuse(-32000, 'missing trie node abc (path ) state 0x… is not available')],
  ['nethermind, pruned', refuse(-32002, 'No state available for block 0xb7')],
  ['erigon, pruned', refuse(-32000, 'block not found: 7')],
  ['a chain that moved', refuse(-32001, 'hash 0xb7 is not currently canonical')],
])('balances that %s does not have are an error, never 0', async (_, answer) => {
  const url = await fakeRpcNode({ eth_call: answer as () => unknown, eth_getBalance: answer as () => unknown });
  const adapter = ethereumAdapter(rpcClient(url));
  await expect(adapter.balancesAt!([ETH_KEY], { height: 7, hash: '0xb7' })).rejects.toMatchObject({ reason: 'rpc' });
});

test('a node that is still looking for its network says what it lacks', async () => {
  const syncing = { startingBlock: '0x0', currentBlock: '0x7', highestBlock: '0xff' };
  const url = await fakeRpcNode({ eth_syncing: () => syncing, eth_getBlockByNumber: () => header });
  expect(await ethereumAdapter(rpcClient(url), { now: () => 161_000 }).health()).toEqual({
    synced: false,
    tip: { height: 7, hash: '0xb7' },
    tipAgeSeconds: 60,
  });
});
