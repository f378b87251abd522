// A Bitcoin regtest node with a payer's wallet: `node regtest.cjs PORT DIR`, with the RPC password in BCOIN_API_KEY.
// Blocks live in memory and in DIR/blocks, from which the chain is rebuilt at the next start.
'use strict';
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const { randomBytes } = require('node:crypto');
const Module = require('node:module');
const { join } = require('node:path');

process.env.NODE_BACKEND = 'js';
process.removeAllListeners('warning');
// The native store doesn't compile on current Node, and an in-memory node never opens it.
const load = Module._load;
Module._load = function (id, ...rest) {
  return id === 'leveldown' ? class {} : load.call(this, id, ...rest);
};
const { Block, FullNode, KeyRing, MTX, Network, TX } = require('bcoin');

const [port, dir] = process.argv.slice(2);
const journal = join(dir, 'blocks');
const keyFile = join(dir, 'payer.key');
const SEGWIT_HEIGHT = 440;
const FEE_RATE = 20_000;

// This release predates Bitcoin Core's bech32 prefix for regtest.
Network.get('regtest').addressPrefix.bech32 = 'bcrt';
const node = new FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  logConsole: false,
  listen: false,
  bip37: false,
  apiKey: process.env.BCOIN_API_KEY,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  indexTX: true,
  indexAddress: true,
  requireStandard: true,
  replaceByFee: true,
});

if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
const ring = KeyRing.fromPrivate(readFileSync(keyFile), true);
ring.witness = true;

const { calls } = node.rpc;
const address = () => ring.getAddress('string', node.network);

/** The stock call returns before the mempool has decided, and hides refusals. */
async function broadcast(tx) {
  const missing = await node.mempool.addTX(tx, -1);
  if (missing) throw new Error('missing inputs');
  return tx.txid();
}
calls.sendrawtransaction = ([hex]) => broadcast(TX.fromRaw(hex, 'hex'));

/** The stock call takes two flags where Core has verbosity levels. */
const { getblock } = calls;
calls.getblock = ([hash, verbosity = 1], help) =>
  getblock.call(
    node.rpc,
    typeof verbosity === 'number' ? [hash, verbosity > 0, verbosity > 1] : [hash, verbosity],
    help,
  );

/** Not in Core: the payer's address, and a payment from its wallet. */
calls.devaddress = async () => address();
calls.devpay = async ([to, units]) => {
  const tx = new MTX();
  tx.addOutput(to, Number(units));
  const coins = await node.getCoinsByAddress([ring.getHash()]);
  await tx.fund(coins, { changeAddress: address(), rate: FEE_RATE, height: node.chain.height });
  tx.sign(ring);
  return broadcast(tx.toTX());
};

/** Replays the journal: blocks in order, each after its length. A killed process may leave an incomplete end. */
async function replay() {
  if (!existsSync(journal)) return;
  const all = readFileSync(journal);
  let at = 0;
  for (; at + 4 <= all.length; ) {
    const end = at + 4 + all.readUInt32LE(at);
    if (end > all.length) break;
    await node.chain.add(Block.fromRaw(all.subarray(at + 4, end)));
    at = end;
  }
  if (at < all.length) writeFileSync(journal, all.subarray(0, at));
}

function keepBlocks() {
  node.chain.on('connect', (_entry, block) => {
    const raw = block.toRaw();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(raw.length);
    appendFileSync(journal, Buffer.concat([length, raw]));
  });
}

async function start() {
  await node.ensure();
  // The HTTP server opens with the node: until the chain is complete it answers like Core while loading.
  const { execute } = node.rpc;
  node.rpc.execute = async () => {
    throw Object.assign(new Error('Loading block index...'), { type: 'RPCError', code: -28 });
  };
  await node.open();
  await replay();
  keepBlocks();
  const missing = SEGWIT_HEIGHT - node.chain.height;
  for (let i = 0; i < missing; i++) {
    await node.chain.add(await node.miner.mineBlock(null, ring.getAddress()));
    if (i % 20 === 0) await new Promise(setImmediate);
  }
  node.rpc.execute = execute;
}

process.on('SIGTERM', () => process.exit(0));
start().catch((error) => {
  console.error(error);
  process.exit(1);
});
