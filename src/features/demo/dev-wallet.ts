import type { RpcClient } from '#platform/chain/json-rpc.ts';

const quantity = (value: bigint | number) => `0x${value.toString(16)}`;

/** Sends from the development chain's own funded account; the transaction waits for a block. */
export async function payFromDevWallet(rpc: RpcClient, to: string, units: bigint): Promise<string> {
  const [from] = await rpc.call<string[]>('eth_accounts');
  return rpc.call<string>('eth_sendTransaction', [{ from, to, value: quantity(units) }]);
}

export async function mineBlocks(rpc: RpcClient, blocks: number): Promise<void> {
  await rpc.call('anvil_mine', [quantity(blocks)]);
}
