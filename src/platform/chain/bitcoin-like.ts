import { MINUTE_MS } from '#contracts/time-units.ts';
import { type RpcClient, RpcError } from './rpc/json-rpc.ts';
import { type CoreInput, senderOf } from './senders.ts';
import type { ChainAdapter, Coin, Hint, Key, Outflow, Output, Spending, Transfer } from './types.ts';
import { coreAmount } from './units.ts';

/** An MWEB output has neither value nor script. */
interface CoreOutput {
  n?: number;
  value?: number;
  scriptPubKey?: { hex?: string; type?: string };
}
interface CoreTransaction {
  txid: string;
  vin: CoreInput[];
  vout: CoreOutput[];
  /** Mempool only: what this transaction pegs out of MWEB. In a block, peg-outs are outputs of the HogEx. */
  vkern?: { pegout?: CoreOutput[] }[];
}
/** Of a transaction or an output that the node knows. */
interface Confirmed {
  confirmations?: number;
  blocktime?: number;
}
interface CoreBlock {
  hash: string;
  previousblockhash: string;
  time: number;
  tx: CoreTransaction[];
}
interface CoreInfo {
  chain: string;
  blocks: number;
  bestblockhash: string;
  initialblockdownload?: boolean;
  /** Height of the best header; blocks up to it may still be missing. */
  headers?: number;
}

interface CoreScan {
  success: boolean;
  height: number;
  bestblock: string;
  total_amount: number;
}

type Kind = 'coinbase' | 'peg-out' | 'plain';

/** Outputs of a transaction that is asked for by its unspent ones: a wallet that pays many at once has more. */
const OUTPUTS_ASKED = 50;

/** A node's refusal: it has no such transaction. Whatever else went wrong stays an error. */
const unknown = (error: unknown): null => {
  if (error instanceof RpcError && error.reason === 'rpc') return null;
  throw error;
};
const OWN_DEPTH: Record<Kind, number> = { coinbase: 100, 'peg-out': 6, plain: 0 };
const OUT_OF_RANGE = -8;
const BLOCK_WITH_TRANSACTIONS = 2;
const BLOCK_WITH_PREVOUTS = 3;
const MAX_MISSING_BLOCKS = 3;
/** A node reads all unspent outputs for it: minutes on a main network. */
const SCAN_MS = 4 * MINUTE_MS;
/** Hints are for display only, so the first read of a full mempool must not take thousands of calls. */
const MEMPOOL_READS = 200;
/** Of a transaction with more inputs these are enough to see that it was replaced: one spent input kills it. */
const INPUTS_CHECKED = 100;

/** Reads Bitcoin Core and Litecoin Core, pruned or not. Matches by script: address text differs between versions. */
export function bitcoinLikeAdapter(
  rpc: RpcClient,
  coin: Exclude<Coin, 'ETH'>,
  { now = Date.now, development = false }: { now?: () => number; development?: boolean } = {},
): ChainAdapter {
  const info = () => rpc.call<CoreInfo>('getblockchaininfo');
  let knownMempool = new Map<string, Hint[]>();

  const hashAt = (height: number) => readHash(rpc, height);

  const unspentOf = (outputs: readonly string[], withMempool: boolean) =>
    rpc.batch<unknown>(
      outputs.map((output) => {
        const [txid, index] = output.split(':');
        return { method: 'gettxout', params: [txid, Number(index), withMempool] };
      }),
    );

  return {
    coin,
    hashAt,

    async identity() {
      const { chain } = await info();
      const genesis = await rpc.call<string>('getblockhash', [0]);
      // All regtest chains share the genesis block; the first mined block tells them apart.
      return development ? `${chain}:${genesis}:${await hashAt(1)}` : `${chain}:${genesis}`;
    },

    async tip() {
      const { blocks, bestblockhash } = await info();
      return { height: blocks, hash: bestblockhash };
    },

    async block(height, watched) {
      const hash = await hashAt(height);
      if (!hash) return null;
      const block = await rpc.call<CoreBlock>('getblock', [hash, BLOCK_WITH_PREVOUTS]);
      if (block.hash !== hash) throw new RpcError('bad_reply', `getblock: asked for ${hash}, got ${block.hash}`);
      const transfers = block.tx.flatMap((tx, i) => transfersOf(tx, watched, kindOf(block, i)));
      const outflows = block.tx.flatMap((tx) => outflowsOf(tx, watched));
      return { height, hash, parent: block.previousblockhash, time: block.time, transfers, outflows };
    },

    async spendings(height, txids) {
      const hash = await hashAt(height);
      if (!hash) return null;
      const { tx, time } = await rpc.call<CoreBlock>('getblock', [hash, BLOCK_WITH_TRANSACTIONS]);
      return { time, spendings: tx.filter(({ txid }) => txids.has(txid)).map(spendingOf) };
    },

    async hints(watched) {
      const txids = await rpc.call<string[]>('getrawmempool');
      const unread = txids.filter((txid) => !knownMempool.has(txid)).slice(0, MEMPOOL_READS);
      const read = new Map<string, Hint[]>();
      for (const txid of unread) {
        // It may have left the mempool between the two calls: nothing to show.
        const tx = await rpc.call<CoreTransaction>('getrawtransaction', [txid, true]).catch(() => null);
        if (tx) read.set(txid, hintsOf(tx, watched));
      }
      knownMempool = new Map(
        txids.flatMap((txid) => {
          const hints = read.get(txid) ?? knownMempool.get(txid);
          return hints ? [[txid, hints]] : [];
        }),
      );
      return [...knownMempool.values()].flat();
    },

    async areUnspent(outputs) {
      return (await unspentOf(outputs, false)).map((unspent) => unspent !== null);
    },

    async scan(scans) {
      const found = await rpc.call<CoreScan>('scantxoutset', ['start', scans], SCAN_MS);
      if (!found.success) throw new RpcError('busy', 'scantxoutset: was aborted');
      return { units: coreAmount(found.total_amount), at: { height: found.height, hash: found.bestblock } };
    },

    async isSpent(spends) {
      return (await unspentOf(spends.slice(0, INPUTS_CHECKED), true)).some((unspent) => unspent === null);
    },

    paidBy: (txid, key) => readPaid(rpc, txid, key),

    async health() {
      const chain = await info();
      const { time } = await rpc.call<{ time: number }>('getblockheader', [chain.bestblockhash, true]);
      return {
        // After an outage a node has headers long before their blocks, without reporting a download.
        synced: chain.initialblockdownload !== true && (chain.headers ?? 0) - chain.blocks <= MAX_MISSING_BLOCKS,
        tip: { height: chain.blocks, hash: chain.bestblockhash },
        tipAgeSeconds: Math.max(0, Math.floor(now() / 1000) - time),
      };
    },
  };
}

async function readHash(rpc: RpcClient, height: number): Promise<string | null> {
  return rpc.call<string>('getblockhash', [height]).catch((error: unknown) => {
    if (error instanceof RpcError && error.code === OUT_OF_RANGE) return null;
    throw error;
  });
}

async function readPaid(rpc: RpcClient, txid: string, key: Key): ReturnType<ChainAdapter['paidBy']> {
  const tx = await rpc.call<CoreTransaction & Confirmed>('getrawtransaction', [txid, true]).catch(unknown);
  if (tx) {
    const paid = sumOf(outputsByKey(tx, new Set([key])).get(key) ?? []);
    return { amount: paid, depth: tx.confirmations ?? 0, time: tx.blocktime ?? null };
  }
  // Without an index of transactions a node still has their unspent outputs.
  const asked = Array.from({ length: OUTPUTS_ASKED }, (_, n) => ({ method: 'gettxout', params: [txid, n, true] }));
  const outputs = await rpc.batch<(CoreOutput & Confirmed & { bestblock: string }) | null>(asked);
  const ours = outputs.filter((output) => output?.scriptPubKey?.hex === key);
  if (!ours[0]) return null;
  const depth = ours[0].confirmations ?? 0;
  const amount = ours.reduce((sum, one) => sum + coreAmount(one!.value), 0n);
  return { amount, depth, time: await readTime(rpc, depth) };
}

/** When the block of this depth was made. */
async function readTime(rpc: RpcClient, depth: number): Promise<number | null> {
  if (depth === 0) return null;
  const { blocks } = await rpc.call<CoreInfo>('getblockchaininfo');
  const hash = await readHash(rpc, blocks - depth + 1);
  return hash === null ? null : (await rpc.call<{ time: number }>('getblockheader', [hash, true])).time;
}

function transfersOf(tx: CoreTransaction, watched: ReadonlySet<Key>, kind: Kind): Transfer[] {
  const paid = outputsByKey(tx, watched);
  if (paid.size === 0) return [];
  const senders = sendersOf(tx);
  const spends = kind === 'peg-out' ? [] : spendsOf(tx);
  // A peg-out keeps its identity: each was another transaction's in the mempool.
  const payments = [...paid].flatMap(([key, outputs]) =>
    (kind === 'peg-out' ? outputs.map((output) => [output]) : [outputs]).map((together) => ({ key, together })),
  );
  return payments.map(({ key, together }) => ({
    txid: tx.txid,
    n: together[0]!.n,
    key,
    amount: sumOf(together),
    ...(together.length > 1 && { outputs: together }),
    minDepth: OWN_DEPTH[kind],
    senders,
    spends,
  }));
}

function outputsByKey({ vout }: Pick<CoreTransaction, 'vout'>, watched: ReadonlySet<Key>): Map<Key, Output[]> {
  const paid = new Map<Key, Output[]>();
  for (const { n, value, scriptPubKey } of vout) {
    const key = scriptPubKey?.hex;
    if (!key || !watched.has(key) || n === undefined) continue;
    const amount = coreAmount(value);
    if (amount === 0n) continue;
    const outputs = paid.get(key);
    if (outputs) outputs.push({ n, amount });
    else paid.set(key, [{ n, amount }]);
  }
  return paid;
}

const sumOf = (outputs: readonly Output[]) => outputs.reduce((sum, { amount }) => sum + amount, 0n);

function outflowsOf({ txid, vin }: CoreTransaction, watched: ReadonlySet<Key>): Outflow[] {
  return vin.flatMap((input): Outflow[] => {
    const key = senderOf(input);
    if (key === null || !watched.has(key) || input.txid === undefined || input.vout === undefined) return [];
    return [{ txid, key, left: `${input.txid}:${input.vout}` }];
  });
}

function spendingOf({ txid, vin, vout }: CoreTransaction): Spending {
  const paid = vout.flatMap(({ value, scriptPubKey }) => {
    const key = scriptPubKey?.hex;
    return key && value !== undefined ? [{ key, amount: coreAmount(value) }] : [];
  });
  // Of MWEB, inputs name no output that they use up, and outputs have no value.
  const hidden = paid.length < vout.length || vin.some((input) => input.txid === undefined);
  return { txid, inputs: vin.length, paid: hidden ? null : paid, fee: null };
}

const spendsOf = ({ vin }: CoreTransaction): string[] =>
  vin.flatMap(({ txid, vout }) => (txid === undefined || vout === undefined ? [] : [`${txid}:${vout}`]));

const sendersOf = ({ vin }: CoreTransaction): Key[] => [...new Set(vin.flatMap((input) => senderOf(input) ?? []))];

function hintsOf(tx: CoreTransaction, watched: ReadonlySet<Key>): Hint[] {
  const plain = transfersOf(tx, watched, 'plain').map(({ n: _n, minDepth: _depth, ...hint }): Hint => hint);
  // The block pays a peg-out in another transaction, whose inputs aren't these.
  const pegOuts = (tx.vkern ?? [])
    .flatMap(({ pegout = [] }) => pegout)
    .flatMap(({ value, scriptPubKey }): Hint[] => {
      const key = scriptPubKey?.hex;
      if (!key || !watched.has(key)) return [];
      const amount = coreAmount(value);
      return amount === 0n ? [] : [{ txid: tx.txid, key, amount, senders: sendersOf(tx), spends: [] }];
    });
  return [...plain, ...pegOuts];
}

/** The first transaction is the coinbase; Litecoin's last may be the HogEx, whose outputs are peg-outs. */
function kindOf(block: CoreBlock, position: number): Kind {
  if (position === 0) return 'coinbase';
  const isHogEx =
    position === block.tx.length - 1 && block.tx[position]?.vout[0]?.scriptPubKey?.type === 'witness_mweb_hogaddr';
  return isHogEx ? 'peg-out' : 'plain';
}
