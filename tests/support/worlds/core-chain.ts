import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32 } from '@scure/base';
import { p2wpkh, TEST_NETWORK, Transaction, utils } from '@scure/btc-signer';
import { afterAll } from 'vitest';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { type RpcClient, rpcClient } from '#platform/chain/rpc/json-rpc.ts';
import { coreAmount } from '#platform/chain/units.ts';
import { until } from '#platform/jobs/until.ts';

type CoreCoin = 'BTC' | 'LTC';

/** An unspent output of the payer. */
interface PurseCoin {
  txid: string;
  index: number;
  units: bigint;
}

export interface Payment {
  hex: string;
  txid: string;
  spends: PurseCoin;
}

interface Block {
  tx: { txid: string; vout: { value: number; scriptPubKey?: { hex?: string } }[] }[];
}

const FACTS = {
  BTC: { prefix: 'bcrt', purse: 200_000n, coins: 300, rewards: 1 },
  LTC: { prefix: 'rltc', purse: 200_000_000n, coins: 300, rewards: 14 },
} as const;
const FEE = 4_000n;
const REPLACING_FEE = 40_000n;
const SPLITTING_FEE = 100_000n;
const MATURITY = 101;

/** Fails with installation instructions if a coin's node is missing. */
export function requireNode(coin: keyof typeof LOCAL_CHAINS): void {
  const { node, install, installed } = LOCAL_CHAINS[coin];
  if (!installed()) throw new Error(`${node} is not installed, and these tests run against it: ${install}`);
}

/** The test file's own node, stopped after it. */
export async function startNode(coin: CoreCoin): Promise<{ url: string; rpc: RpcClient }> {
  requireNode(coin);
  const dir = mkdtempSync(join(tmpdir(), `facevalue-${coin}-`));
  const node = await LOCAL_CHAINS[coin].run(dir);
  afterAll(async () => {
    // Its data is thrown away, so it needs no clean shutdown.
    process.kill(node.pid, 'SIGKILL');
    await until(async () => !node.alive(), 10_000);
    rmSync(dir, { recursive: true, force: true });
  });
  return { url: node.url, rpc: rpcClient(node.url) };
}

/**
 * Two nodes of one chain, and a payer with its own keys. The shop follows the first node; the second mines the branches
 * that reorganise it, as a stranger would.
 */
export async function startCoreChain(coin: CoreCoin) {
  const { prefix, purse, coins, rewards } = FACTS[coin];
  const [{ url, rpc }, { rpc: other }] = await Promise.all([startNode(coin), startNode(coin)]);
  const network = { ...TEST_NETWORK, bech32: prefix };
  const secret = utils.randomPrivateKeyBytes();
  const own = p2wpkh(secp256k1.getPublicKey(secret, true), network);
  const ownAddress = own.address!;
  const spare: PurseCoin[] = [];

  const heightOf = (node: RpcClient) => node.call<number>('getblockcount');
  // Never mine to an address twice: a block mined again in the same second would equal the one that was dropped.
  const freshAddress = () => bech32.encode(prefix, [0, ...bech32.toWords(randomBytes(20))]);
  const mineTo = (address: string, blocks = 1) => rpc.call<string[]>('generatetoaddress', [blocks, address]);
  const mine = (blocks = 1) => mineTo(freshAddress(), blocks);
  const blockAt = async (height: number) =>
    rpc.call<Block>('getblock', [await rpc.call<string>('getblockhash', [height]), 2]);
  const broadcast = (hex: string) => rpc.call<string>('sendrawtransaction', [hex]);

  async function copyBlocks(from: RpcClient, to: RpcClient, [first, last]: [number, number]): Promise<void> {
    for (let height = first; height <= last; height++) {
      const raw = await from.call('getblock', [await from.call('getblockhash', [height]), 0]);
      const refusal = await to.call('submitblock', [raw]);
      // Inconclusive: the branch is still shorter than the node's own, or the block is already known.
      if (refusal && refusal !== 'inconclusive') throw new Error(`block ${height} was refused: ${refusal}`);
    }
  }

  function sign(inputs: readonly PurseCoin[], outputs: readonly { address: string; units: bigint }[]): string {
    const tx = new Transaction();
    for (const { txid, index, units } of inputs) {
      tx.addInput({ txid, index, sequence: 0xfffffffd, witnessUtxo: { script: own.script, amount: units } });
    }
    for (const { address, units } of outputs) tx.addOutputAddress(address, units, network);
    tx.sign(secret);
    tx.finalize();
    return tx.hex;
  }

  /** Spends an output to an address of the operator's own keys to the payer, as a sweep to a cold wallet would, less what others get. */
  async function sweep(
    { txid, index, units }: PurseCoin,
    key: Uint8Array,
    others: readonly { address: string; units: bigint }[] = [],
  ): Promise<string> {
    const tx = new Transaction();
    const { script } = p2wpkh(secp256k1.getPublicKey(key, true), network);
    tx.addInput({ txid, index, witnessUtxo: { script, amount: units } });
    const beside = others.reduce((sum, other) => sum + other.units, 0n);
    tx.addOutputAddress(ownAddress, units - FEE - beside, network);
    for (const other of others) tx.addOutputAddress(other.address, other.units, network);
    tx.sign(key);
    tx.finalize();
    return broadcast(tx.hex);
  }

  /** Spends all of an output to one key, such as another address of the operator. */
  async function sweepTo({ txid, index, units }: PurseCoin, secretKey: Uint8Array, to: string): Promise<string> {
    const tx = new Transaction();
    const { script } = p2wpkh(secp256k1.getPublicKey(secretKey, true), network);
    tx.addInput({ txid, index, witnessUtxo: { script, amount: units } });
    tx.addOutput({ script: Buffer.from(to, 'hex'), amount: units - FEE });
    tx.sign(secretKey);
    tx.finalize();
    return broadcast(tx.hex);
  }

  /** Many small coins, buried deeper than any reorganisation, so that payments never depend on each other. */
  async function fillPurse(): Promise<void> {
    const hashes = await mineTo(ownAddress, rewards);
    await mine(MATURITY);
    const inputs = await Promise.all(
      hashes.map(async (hash): Promise<PurseCoin> => {
        const { tx } = await rpc.call<Block>('getblock', [hash, 2]);
        return { txid: tx[0]!.txid, index: 0, units: coreAmount(tx[0]!.vout[0]!.value) };
      }),
    );
    const outputs = Array.from({ length: coins }, () => ({ address: ownAddress, units: purse }));
    const rest = inputs.reduce((sum, { units }) => sum + units, 0n) - purse * BigInt(coins) - SPLITTING_FEE;
    const txid = await broadcast(sign(inputs, [...outputs, { address: ownAddress, units: rest }]));
    await mine(2);
    for (let index = 0; index < coins; index++) spare.push({ txid, index, units: purse });
  }
  await fillPurse();
  // Longer than the other node's own chain, so it switches to this one.
  await copyBlocks(rpc, other, [1, await heightOf(rpc)]);

  /** A signed payment, not sent yet: one transaction to all of the outputs. */
  function buildPayment(outputs: readonly { address: string; units: bigint }[]): Payment {
    const spends = spare.shift();
    if (!spends) throw new Error('the purse is empty');
    const sum = outputs.reduce((total, { units }) => total + units, 0n);
    const hex = sign([spends], [...outputs, { address: ownAddress, units: spends.units - sum - FEE }]);
    return { hex, txid: Transaction.fromRaw(Buffer.from(hex, 'hex')).id, spends };
  }

  return {
    coin,
    url,
    /** The same script with this network's prefix, whichever network the address was written for. */
    localAddress(address: string): string {
      const { words } = bech32.decodeUnsafe(address as `${string}1${string}`)!;
      return bech32.encode(prefix, words);
    },
    rpc,
    chain: openChain(coin, { rpc_url: url, xpub: LOCAL_CHAINS[coin].xpub, development: true }),
    mine,
    mineTo,
    broadcast,
    buildPayment,
    sweep,
    sweepTo,
    height: () => heightOf(rpc),
    async pay(address: string, units: bigint): Promise<Payment> {
      const payment = buildPayment([{ address, units }]);
      await broadcast(payment.hex);
      return payment;
    },
    /** The same coin with a higher fee, spent to `outputs` and the payer's own address. */
    conflictWith({ spends }: Payment, outputs: readonly { address: string; units: bigint }[] = []): string {
      const rest = outputs.reduce((left, { units }) => left - units, spends.units - REPLACING_FEE);
      return sign([spends], [...outputs, { address: ownAddress, units: rest }]);
    },
    /** Replaces the last blocks with a longer branch that includes these transactions. Returns the depth. */
    async reorganise(depth: number, withTransactions: readonly string[] = []): Promise<number> {
      const height = await heightOf(rpc);
      const known = await heightOf(other);
      // The other node never goes back: it can't fork below the block it mined last.
      const fork = Math.max(height - depth, known);
      await copyBlocks(rpc, other, [known + 1, fork]);
      await Promise.allSettled(withTransactions.map((hex) => other.call('sendrawtransaction', [hex])));
      await other.call('generatetoaddress', [height - fork + 1, freshAddress()]);
      await copyBlocks(other, rpc, [fork + 1, height + 1]);
      return height - fork;
    },
    /** What each script received on the best chain from a height on, according to the node's blocks. */
    async receivedSince(from: number): Promise<Map<string, bigint>> {
      const received = new Map<string, bigint>();
      for (let height = from; height <= (await heightOf(rpc)); height++) {
        for (const { vout } of (await blockAt(height)).tx) {
          for (const { value, scriptPubKey } of vout) {
            const script = scriptPubKey?.hex;
            if (script) received.set(script, (received.get(script) ?? 0n) + coreAmount(value));
          }
        }
      }
      return received;
    },
  };
}

export type CoreChain = Awaited<ReturnType<typeof startCoreChain>>;
