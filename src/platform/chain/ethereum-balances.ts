import { type RpcClient, RpcError } from './rpc/json-rpc.ts';
import type { Key, Tip } from './types.ts';

/**
 * Bytecode for eth_call without a contract: reads the 32-byte words after it as addresses, returns their balances.
 *   len = codesize - 33; codecopy(0, 33, len); for (i = 0; i < len; i += 32) mem[i] = balance(mem[i]); return(0, len)
 */
const BALANCES_PROGRAM = [
  '60213803', // push 33; codesize; sub
  '8060215f39', // dup1; push 33; push0; codecopy
  '5f5b', // push0; loop:
  '8181101560', // dup2; dup2; lt; iszero; push end
  '1d57', // jumpi
  '80513181526020', // dup1; mload; balance; dup2; mstore; push 32
  '01600a56', // add; push loop; jump
  '5b505ff3', // end: pop; push0; return
].join('');
/** The answer counts as contract code, at most 24576 bytes (EIP-170), so 768 addresses are the hard limit. */
const ADDRESSES_PER_CALL = 700;

/** Balances at exactly this block. Pinned by hash: a block that left the chain is an error, not a different answer. */
export async function readBalances(rpc: RpcClient, keys: readonly Key[], at: Tip): Promise<bigint[]> {
  const pin = { blockHash: at.hash, requireCanonical: true };
  const balances: bigint[] = [];
  for (let start = 0; start < keys.length; start += ADDRESSES_PER_CALL) {
    const part = keys.slice(start, start + ADDRESSES_PER_CALL);
    balances.push(...((await readInOneCall(rpc, part, pin)) ?? (await readEach(rpc, part, pin))));
  }
  return balances;
}

/** null when the node refuses calls without a contract. Single calls then show whether it has the state at all. */
async function readInOneCall(rpc: RpcClient, keys: readonly Key[], pin: object): Promise<bigint[] | null> {
  const data = `0x${BALANCES_PROGRAM}${keys.map((key) => key.slice(2).padStart(64, '0')).join('')}`;
  const answer = await rpc.call<string>('eth_call', [{ data }, pin]).catch((error: unknown) => {
    if (error instanceof RpcError && error.reason === 'rpc') return '0x';
    throw error;
  });
  if (answer.length !== 2 + keys.length * 64) return null;
  return keys.map((_, i) => BigInt(`0x${answer.slice(2 + i * 64, 66 + i * 64)}`));
}

async function readEach(rpc: RpcClient, keys: readonly Key[], pin: object): Promise<bigint[]> {
  const answers = await rpc.batch<string>(keys.map((key) => ({ method: 'eth_getBalance', params: [key, pin] })));
  return answers.map(BigInt);
}
