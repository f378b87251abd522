import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { startDevChain } from '#tests/support/dev-chain.ts';
import type { World } from './world.ts';

/** Ethereum on anvil: plain payments, payments from inside contracts, and the operator's sweeps. */
export async function ethereumWorld(atEnd?: Parameters<typeof startDevChain>[0]): Promise<World> {
  const dev = await startDevChain(atEnd);
  const swept = new Map<string, string>();

  /** What the sweeps on the chain took from an address, gas included. */
  async function leftBy(address: string): Promise<bigint> {
    let left = 0n;
    for (const [txid, from] of swept) {
      if (from !== address) continue;
      const receipt = await dev.rpc.call<Record<'status' | 'gasUsed' | 'effectiveGasPrice', string> | null>(
        'eth_getTransactionReceipt',
        [txid],
      );
      if (!receipt) continue;
      const { value } = await dev.rpc.call<{ value: string }>('eth_getTransactionByHash', [txid]);
      left +=
        (receipt.status === '0x1' ? BigInt(value) : 0n) + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    }
    return left;
  }

  return {
    chain: dev.chain,
    depth: usualDepth('ETH'),
    async pay(addresses, random) {
      const address = addresses[Math.floor(random() * addresses.length)]!;
      const units = BigInt(1 + Math.floor(random() * 9e6)) * 10n ** 9n;
      if (random() < 0.45) await dev.sendInternally(address, units);
      else await dev.send(address, units);
      const held = await dev.balance(address);
      if (random() < 0.15 && held > 10n ** 15n) swept.set(await dev.sweep(address, held / 2n), address);
    },
    payEnough: async (address) => void (await dev.send(address, 10n ** 16n)),
    mine: async (blocks) => void (await dev.mine(blocks)),
    async reorganise(depth) {
      await dev.reorganise(depth);
      return depth;
    },
    async received(addresses) {
      const each = addresses.map(
        async (address) => [address, (await dev.balance(address)) + (await leftBy(address))] as const,
      );
      return new Map(await Promise.all(each));
    },
  };
}
