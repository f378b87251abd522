import { readBalances } from './ethereum-balances.ts';
import { internalSenders } from './ethereum-senders.ts';
import { type RpcClient, RpcError } from './rpc/json-rpc.ts';
import type { Block, ChainAdapter, Hint, Key, Spending, Tip } from './types.ts';

interface EthTransaction {
  hash: string;
  from: string;
  to: string | null;
  value: string;
  nonce: string;
}
interface EthBlock {
  number: string;
  hash: string;
  parentHash: string;
  timestamp: string;
  transactions: EthTransaction[];
}
interface EthReceipt {
  blockHash: string;
  status: string;
  gasUsed: string;
  effectiveGasPrice: string;
}
type EthHeader = Omit<EthBlock, 'transactions'>;

/** An account uses each of its nonces once: of two transactions with the same one only one is ever mined. */
const nonceOf = ({ from, nonce }: EthTransaction): string => `${from.toLowerCase()}:${Number(nonce)}`;

const quantity = (value: number) => `0x${value.toString(16)}`;

/** Reads any Ethereum node that speaks the standard `eth_` calls; needs no archive and no traces. */
export function ethereumAdapter(rpc: RpcClient, { now = Date.now }: { now?: () => number } = {}): ChainAdapter {
  const header = (tag: string) => rpc.call<EthHeader | null>('eth_getBlockByNumber', [tag, false]);

  return {
    coin: 'ETH',

    async identity() {
      const [chainId, genesis] = (await rpc.batch([
        { method: 'eth_chainId' },
        { method: 'eth_getBlockByNumber', params: ['0x0', false] },
      ])) as [string, EthHeader | null];
      if (!genesis) throw new Error('the node has no genesis block');
      return `${Number(chainId)}:${genesis.hash}`;
    },

    async tip() {
      const block = await header('latest');
      if (!block) throw new Error('the node has no latest block');
      return { height: Number(block.number), hash: block.hash };
    },

    async hashAt(height) {
      return atHeight(height, await header(quantity(height)))?.hash ?? null;
    },

    async block(height, watched) {
      const block = await rpc.call<EthBlock | null>('eth_getBlockByNumber', [quantity(height), true]);
      return atHeight(height, block) && withReceipts(rpc, block!, watched);
    },

    async spendings(height, txids) {
      const block = atHeight(height, await rpc.call<EthBlock | null>('eth_getBlockByNumber', [quantity(height), true]));
      return block && withCosts(rpc, block, txids);
    },

    async hints(watched) {
      const pending = await rpc.call<EthBlock | null>('eth_getBlockByNumber', ['pending', true]);
      return (pending?.transactions ?? []).flatMap((tx): Hint[] => {
        const key = tx.to?.toLowerCase();
        const amount = BigInt(tx.value);
        return key && watched.has(key) && amount > 0n
          ? [{ txid: tx.hash, key, amount, senders: [tx.from.toLowerCase()], spends: [nonceOf(tx)] }]
          : [];
      });
    },

    async isSpent(spends) {
      const accounts = spends.map((spent) => spent.split(':') as [string, string]);
      const counts = await rpc.batch<string>(
        accounts.map(([from]) => ({ method: 'eth_getTransactionCount', params: [from, 'latest'] })),
      );
      return accounts.some(([, nonce], i) => Number(counts[i]) > Number(nonce));
    },

    async paidBy(txid, key) {
      const [tx, receipt, latest] = (await rpc.batch([
        { method: 'eth_getTransactionByHash', params: [txid] },
        { method: 'eth_getTransactionReceipt', params: [txid] },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ])) as [EthTransaction | null, (EthReceipt & { blockNumber: string }) | null, EthHeader | null];
      if (!tx || !latest) return null;
      const pays = tx.to?.toLowerCase() === key && receipt?.status !== '0x0';
      const amount = pays ? BigInt(tx.value) : 0n;
      if (!receipt) return { amount, depth: 0, time: null };
      const block = await header(receipt.blockNumber);
      const depth = Number(latest.number) - Number(receipt.blockNumber) + 1;
      return { amount, depth, time: block && Number(block.timestamp) };
    },

    async health() {
      const [syncing, block] = (await rpc.batch([
        { method: 'eth_syncing' },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ])) as [unknown, EthHeader | null];
      if (!block) throw new Error('the node has no latest block');
      return {
        synced: syncing === false,
        tip: { height: Number(block.number), hash: block.hash },
        tipAgeSeconds: Math.max(0, Math.floor(now() / 1000) - Number(block.timestamp)),
      };
    },

    internalSenders: (key, hash) => internalSenders(rpc, key, hash),

    balancesAt: (keys, at: Tip) => readBalances(rpc, keys, at),

    async isUnused(key) {
      const [balance, nonce] = await rpc.batch<string>([
        { method: 'eth_getBalance', params: [key, 'latest'] },
        { method: 'eth_getTransactionCount', params: [key, 'latest'] },
      ]);
      return BigInt(balance!) === 0n && BigInt(nonce!) === 0n;
    },
  };
}

/** These transactions of a block with what they paid and cost; null when a receipt belongs to another block. */
async function withCosts(rpc: RpcClient, block: EthBlock, txids: ReadonlySet<string>) {
  const asked = block.transactions.filter(({ hash }) => txids.has(hash));
  const receipts = await receiptsOf(rpc, asked);
  const spendings: Spending[] = [];
  for (const [i, { hash, to, value }] of asked.entries()) {
    const receipt = receipts[i];
    if (receipt?.blockHash !== block.hash) return null;
    const moved = movedBy(receipt, value);
    const paid = to !== null && moved > 0n ? [{ key: to.toLowerCase(), amount: moved }] : [];
    spendings.push({ txid: hash, inputs: 1, paid, fee: feeOf(receipt) });
  }
  return { time: Number(block.timestamp), spendings };
}

const receiptsOf = (rpc: RpcClient, transactions: readonly EthTransaction[]) =>
  rpc.batch<EthReceipt | null>(
    transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );

/** A failed transaction moves nothing but still pays for its gas. */
const movedBy = ({ status }: EthReceipt, value: string) => (status === '0x1' ? BigInt(value) : 0n);
const feeOf = ({ gasUsed, effectiveGasPrice }: EthReceipt) => BigInt(gasUsed) * BigInt(effectiveGasPrice);

/** Rejects a block other than the one requested: it would look like a reorganisation. */
function atHeight<T extends EthHeader>(height: number, block: T | null): T | null {
  if (block && Number(block.number) !== height)
    throw new RpcError('bad_reply', `eth_getBlockByNumber: asked for ${height}, got ${block.number}`);
  return block;
}

/** The block's transfers and outflows; null when a receipt belongs to another block, i.e. after a reorganisation. */
async function withReceipts(rpc: RpcClient, block: EthBlock, watched: ReadonlySet<Key>): Promise<Block | null> {
  const ours = block.transactions.filter(
    (tx) => watched.has(tx.to?.toLowerCase() ?? '') || watched.has(tx.from.toLowerCase()),
  );
  const receipts = await receiptsOf(rpc, ours);
  const found: Block = {
    height: Number(block.number),
    hash: block.hash,
    parent: block.parentHash,
    time: Number(block.timestamp),
    transfers: [],
    outflows: [],
  };
  for (const [i, tx] of ours.entries()) {
    const receipt = receipts[i];
    if (receipt?.blockHash !== block.hash) return null;
    const moved = movedBy(receipt, tx.value);
    const key = tx.to?.toLowerCase() ?? '';
    const from = tx.from.toLowerCase();
    if (watched.has(key) && moved > 0n) {
      const transfer = { txid: tx.hash, n: 0, key, amount: moved, minDepth: 0 };
      found.transfers.push({ ...transfer, senders: [from], spends: [nonceOf(tx)] });
    }
    if (watched.has(from)) {
      found.outflows.push({ txid: tx.hash, key: from, left: moved + feeOf(receipt) });
    }
  }
  return found;
}
