import type { RpcClient } from './rpc/json-rpc.ts';
import type { Key, Senders } from './types.ts';

/** A call as geth's `callTracer` reports it; `error` marks one that was reverted, with everything below it. */
interface Frame {
  type: string;
  from: Key;
  to?: Key;
  value?: string;
  error?: string;
  calls?: Frame[];
}
interface FullBlock {
  transactions: { from: Key; to: Key | null; gas: string }[];
}

/** What a transaction costs that runs no code. */
const PLAIN_GAS = 21_000n;
/** These move ether; a delegated call only repeats the value of the call that it runs in. */
const MOVES_ETHER = ['CALL', 'SELFDESTRUCT'];

/**
 * Who paid a key from inside contracts in this block: each paying transaction's sender and the contracts on its way, by the
 * node's traces. Without traces, everybody who called a contract in this block may have, and nobody is certain.
 */
export async function internalSenders(rpc: RpcClient, key: Key, hash: string): Promise<Senders> {
  // Hosted nodes refuse traces in many ways; one that is gone fails the next call as well.
  const traces = await rpc
    .call<{ result?: Frame }[]>('debug_traceBlockByHash', [hash, { tracer: 'callTracer' }])
    .catch(() => null);
  if (Array.isArray(traces) && traces.every(({ result }) => result)) {
    return { senders: unique(traces.flatMap(({ result }) => pathsTo(key, result!))), possible: [] };
  }
  const block = await rpc.call<FullBlock | null>('eth_getBlockByHash', [hash, true]);
  const calls = (block?.transactions ?? []).filter(({ gas }) => BigInt(gas) > PLAIN_GAS);
  return { senders: [], possible: unique(calls.flatMap(({ from, to }) => (to ? [from, to] : [from]))) };
}

/** Every account on the way of ether to the key, its sender first. */
function pathsTo(key: Key, { error, calls = [], from, to }: Frame): Key[] {
  if (error !== undefined) return [];
  const below = calls.flatMap((call) => (paysKey(call, key) ? [call.from] : pathsTo(key, call)));
  return below.length > 0 ? [from, ...(to ? [to] : []), ...below] : [];
}

const paysKey = ({ type, to, value = '0x0', error }: Frame, key: Key) =>
  error === undefined && MOVES_ETHER.includes(type) && to?.toLowerCase() === key && BigInt(value) > 0n;

const unique = (keys: readonly Key[]): Key[] => [...new Set(keys.map((key) => key.toLowerCase()))];
