import { expect, test } from 'vitest';
import { bitcoinLikeAdapter } from './bitcoin-like.ts';
import { fakeNode, fakeRpcNode } from './rpc/fake-node.testonly.ts';
import { rpcClient } from './rpc/json-rpc.ts';
import { senderOf } from './senders.ts';

const OURS = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const WATCHED = new Set([OURS]);
const outputTo = (n: number, value: number, hex = OURS) => ({
  n,
  value,
  scriptPubKey: { hex, type: 'witness_v0_keyhash' },
});
const outOfRange = () => {
  throw { code: -8, message: 'Block height out of range' };
};

const BLOCK = {
  hash: 'b7',
  previousblockhash: 'b6',
  time: 1_700_000_000,
  confirmations: -1,
  tx: [
    { txid: 'coinbase', vin: [{}], vout: [outputTo(0, 50)] },
    {
      txid: 'pay',
      vin: [{ txid: 'coin', vout: 1, prevout: { scriptPubKey: { hex: '0014aa' } } }],
      vout: [outputTo(0, 0.1), outputTo(1, 1, '0014bb'), outputTo(2, 0.0000294), outputTo(3, 0.00002939)],
    },
    { txid: 'mweb', vin: [{}], vout: [{ ismweb: true, output_id: 'x' }] },
    {
      txid: 'hogex',
      vin: [{ txid: 'hogex-before', vout: 0 }],
      vout: [{ n: 0, value: 9, scriptPubKey: { hex: '58', type: 'witness_mweb_hogaddr' } }, outputTo(1, 0.5)],
    },
  ],
};

test('what spends our outputs is an outflow of their addresses, however the node shows the sender', async () => {
  const witness = ['signature', `02${'ab'.repeat(32)}`];
  const spending = {
    ...BLOCK,
    tx: [
      { txid: 'coinbase', vin: [{}], vout: [] },
      {
        txid: 'sweep',
        vin: [
          { txid: 'first', vout: 2, prevout: { scriptPubKey: { hex: OURS } } },
          { txid: 'theirs', vout: 0, prevout: { scriptPubKey: { hex: '0014aa' } } },
          { txid: 'second', vout: 0, txinwitness: witness },
        ],
        vout: [outputTo(0, 1, '0014bb')],
      },
    ],
  };
  const byWitness = senderOf({ txinwitness: witness })!;
  const adapter = await adapterOf({ getblockhash: () => 'b7', getblock: () => spending });
  expect((await adapter.block(7, new Set([...WATCHED, byWitness])))?.outflows).toEqual([
    { txid: 'sweep', key: OURS, left: 'first:2' },
    { txid: 'sweep', key: byWitness, left: 'second:0' },
  ]);
});

const adapterOf = async (methods: Parameters<typeof fakeRpcNode>[0]) =>
  bitcoinLikeAdapter(rpcClient(await fakeRpcNode(methods)), 'LTC', { now: () => 1_700_000_060_000 });

test('outputs are matched by script, those of a transaction together, with the depth that coinbase and peg-outs need', async () => {
  const adapter = await adapterOf({ getblockhash: () => 'b7', getblock: () => BLOCK });
  const block = await adapter.block(7, WATCHED);
  expect(block).toMatchObject({ height: 7, hash: 'b7', parent: 'b6', outflows: [] });
  expect(block?.transfers).toEqual([
    { txid: 'coinbase', n: 0, key: OURS, amount: 5_000_000_000n, minDepth: 100, senders: [], spends: [] },
    {
      txid: 'pay',
      n: 0,
      key: OURS,
      amount: 10_005_879n,
      outputs: [
        { n: 0, amount: 10_000_000n },
        { n: 2, amount: 2940n },
        { n: 3, amount: 2939n },
      ],
      minDepth: 0,
      senders: ['0014aa'],
      spends: ['coin:1'],
    },
    { txid: 'hogex', n: 1, key: OURS, amount: 50_000_000n, minDepth: 6, senders: [], spends: [] },
  ]);
});

test('of a transaction it says how many outputs it uses up and what it pays, unless MWEB hides a part', async () => {
  const tx = [
    {
      txid: 'sweep',
      vin: [
        { txid: 'a', vout: 0 },
        { txid: 'b', vout: 1 },
      ],
      vout: [outputTo(0, 0.25, '0014bb')],
    },
    { txid: 'hidden output', vin: [{ txid: 'c', vout: 0 }], vout: [outputTo(0, 1, '0014bb'), { n: 1 }] },
    { txid: 'hidden input', vin: [{}], vout: [outputTo(0, 1, '0014bb')] },
    { txid: 'not asked for', vin: [{ txid: 'd', vout: 0 }], vout: [] },
  ];
  const adapter = await adapterOf({ getblockhash: () => 'b7', getblock: () => ({ ...BLOCK, tx }) });
  const paid = [{ key: '0014bb', amount: 25_000_000n }];
  expect(await adapter.spendings(7, new Set(['sweep', 'hidden output', 'hidden input']))).toEqual({
    time: BLOCK.time,
    spendings: [
      { txid: 'sweep', inputs: 2, paid, fee: null },
      { txid: 'hidden output', inputs: 1, paid: null, fee: null },
      { txid: 'hidden input', inputs: 1, paid: null, fee: null },
    ],
  });
  const above = await adapterOf({ getblockhash: outOfRange });
  expect(await above.spendings(9, new Set(['sweep']))).toBeNull();
});

test('a search of unspent outputs says what it found and at which block; one that was aborted is an error', async () => {
  const found = { success: true, height: 9, bestblock: 'b9', total_amount: 0.3 };
  const adapter = await adapterOf({ scantxoutset: () => found });
  expect(await adapter.scan!([{ desc: 'addr(x)' }])).toEqual({ units: 30_000_000n, at: { height: 9, hash: 'b9' } });
  const aborted = await adapterOf({ scantxoutset: () => ({ success: false }) });
  await expect(aborted.scan!([{ desc: 'addr(x)' }])).rejects.toThrow('aborted');
});

test.each([
  [[1], 1],
  [[1470, 1470], 1],
  [[0, 293], 1],
  [[0], 0],
])('outputs of %j litoshi to one address are read as %i transfers, however small', async (units, payments) => {
  const vout = units.map((each, n) => outputTo(n, each / 1e8));
  const adapter = await adapterOf({
    getblockhash: () => 'b7',
    getblock: () => ({ ...BLOCK, tx: [{ txid: 'dust', vin: [], vout }] }),
  });
  expect((await adapter.block(7, WATCHED))?.transfers).toHaveLength(payments);
});

test('above the tip there is no block; any other failure is an error, never "no block"', async () => {
  const above = await adapterOf({ getblockhash: outOfRange });
  expect(await above.hashAt(9)).toBeNull();
  expect(await above.block(9, WATCHED)).toBeNull();
  const pruned = await adapterOf({
    getblockhash: () => 'b1',
    getblock: () => {
      throw { code: -1, message: 'Block not available (pruned data)' };
    },
  });
  await expect(pruned.block(1, WATCHED)).rejects.toThrow(/pruned data/);
  const url = await fakeNode((_, response) => response.writeHead(503).end('Work queue depth exceeded'));
  await expect(bitcoinLikeAdapter(rpcClient(url), 'BTC').hashAt(1)).rejects.toThrow(/busy/);
});

test('an amount that is no amount stops the block', async () => {
  const odd = { ...BLOCK, tx: [{ txid: 'odd', vin: [], vout: [outputTo(0, -1)] }] };
  const adapter = await adapterOf({ getblockhash: () => 'b7', getblock: () => odd });
  await expect(adapter.block(7, WATCHED)).rejects.toThrow(/not an amount/);
});

test('a mempool sighting is a hint until it leaves the mempool', async () => {
  let pool = ['pay', 'vanished'];
  const adapter = await adapterOf({
    getrawmempool: () => pool,
    getrawtransaction: (txid: string) => (txid === 'pay' ? BLOCK.tx[1] : outOfRange()),
  });
  const outputs = [
    { n: 0, amount: 10_000_000n },
    { n: 2, amount: 2_940n },
    { n: 3, amount: 2_939n },
  ];
  const seen = [{ txid: 'pay', key: OURS, amount: 10_005_879n, outputs, senders: ['0014aa'], spends: ['coin:1'] }];
  expect(await adapter.hints(WATCHED)).toEqual(seen);
  expect(await adapter.hints(WATCHED)).toEqual(seen);
  pool = [];
  expect(await adapter.hints(WATCHED)).toEqual([]);
});

test('health tells sync, tip and its age; identity is the genesis block', async () => {
  const adapter = await adapterOf({
    getblockchaininfo: () => ({ chain: 'main', blocks: 7, bestblockhash: 'b7', initialblockdownload: true }),
    getblockheader: () => ({ time: 1_700_000_000 }),
    getblockhash: (height: number) => `b${height}`,
  });
  expect(await adapter.health()).toEqual({
    synced: false,
    tip: { height: 7, hash: 'b7' },
    tipAgeSeconds: 60,
  });
  expect(await adapter.tip()).toEqual({ height: 7, hash: 'b7' });
  expect(await adapter.identity()).toBe('main:b0');
});

test.each([
  [3, true],
  [4, false],
])('a node that lacks %i blocks of which it has the headers is ready: %s', async (missing, synced) => {
  const adapter = await adapterOf({
    getblockchaininfo: () => ({ chain: 'main', blocks: 7, headers: 7 + missing, bestblockhash: 'b7' }),
    getblockheader: () => ({ time: 1_700_000_000 }),
  });
  expect((await adapter.health()).synced).toBe(synced);
});

test('a development chain is told from another one by its first mined block', async () => {
  const url = await fakeRpcNode({
    getblockchaininfo: () => ({ chain: 'regtest', blocks: 7, bestblockhash: 'b7' }),
    getblockhash: (height: number) => `b${height}`,
  });
  expect(await bitcoinLikeAdapter(rpcClient(url), 'LTC', { development: true }).identity()).toBe('regtest:b0:b1');
});

test('what leaves MWEB in the mempool is a hint although no output has a script', async () => {
  const pegOut = { value: 1.5, scriptPubKey: { hex: OURS, type: 'witness_v0_keyhash' } };
  const adapter = await adapterOf({
    getrawmempool: () => ['private'],
    getrawtransaction: () => ({
      txid: 'private',
      vin: [],
      vout: [{ ismweb: true }],
      vkern: [{ pegout: [pegOut] }, {}],
    }),
  });
  expect(await adapter.hints(WATCHED)).toEqual([
    { txid: 'private', key: OURS, amount: 150_000_000n, senders: [], spends: [] },
  ]);
});

test('a node that answers with another block than the one asked for is not believed', async () => {
  const adapter = await adapterOf({ getblockhash: () => 'b8', getblock: () => BLOCK });
  await expect(adapter.block(8, WATCHED)).rejects.toMatchObject({ name: 'RpcError', reason: 'bad_reply' });
});

const unknownTransaction = () => {
  throw { code: -5, message: 'No such mempool transaction' };
};

test('what a transaction pays to a key is told with its depth, by an index or by its unspent outputs', async () => {
  const tx = { ...BLOCK.tx[1]!, confirmations: 4, blocktime: 1_700_000_000 };
  const indexed = await adapterOf({ getrawtransaction: () => tx });
  expect(await indexed.paidBy('pay', OURS)).toEqual({ amount: 10_002_940n + 2_939n, depth: 4, time: 1_700_000_000 });
  expect(await indexed.paidBy('pay', '0014cc')).toMatchObject({ amount: 0n, depth: 4 });
  const plain = await adapterOf({
    getrawtransaction: unknownTransaction,
    gettxout: (_txid: string, n: number) =>
      n === 3 ? { confirmations: 2, value: 0.25, scriptPubKey: { hex: OURS }, bestblock: 'b7' } : null,
    getblockchaininfo: () => ({ chain: 'main', blocks: 7, bestblockhash: 'b7' }),
    getblockhash: (height: number) => `b${height}`,
    getblockheader: (hash: string) => ({ time: hash === 'b6' ? 1_600_000_000 : 0 }),
  });
  expect(await plain.paidBy('pay', OURS)).toEqual({ amount: 25_000_000n, depth: 2, time: 1_600_000_000 });
  expect(await plain.paidBy('pay', '0014cc')).toBeNull();
});

test('a node in trouble is an error, not a transaction that nobody knows', async () => {
  const adapter = await adapterOf({
    getrawtransaction: () => {
      throw { code: -28, message: 'Loading block index' };
    },
  });
  await expect(adapter.paidBy('pay', OURS)).rejects.toThrow();
});
