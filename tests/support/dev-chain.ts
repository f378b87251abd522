import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { startAnvil } from '#platform/chain/nodes/anvil.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { rpcClient } from '#platform/chain/rpc/json-rpc.ts';

/** Account m/44'/60'/0' of the mnemonic that development tools publish. */
export const DEV_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
/** Init code of a contract that forwards what it receives to the address in its call data. */
const FORWARDER = '0x695f5f5f5f345f355af1005f52600a6016f3';
const quantity = (value: bigint | number) => `0x${value.toString(16)}`;
const abiWord = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');

/** The test file's own anvil, stopped after it (inside a test, pass `onTestFinished`). Mines only on demand. */
export async function startDevChain(atEnd: (end: () => Promise<void>) => void = afterAll) {
  const dir = mkdtempSync(join(tmpdir(), 'facevalue-chain-'));
  const node = await startAnvil({ dir });
  atEnd(async () => {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  // Tests wait for their node as long as it takes a busy machine; the shop gives it up sooner.
  const rpc = rpcClient(node.url, { timeoutMs: MINUTE_MS });
  const chain = openChain('ETH', { rpc_url: node.url, xpub: DEV_XPUB, development: true });
  const [wallet] = (await rpc.call<string[]>('eth_accounts')) as [string];
  const mine = (blocks = 1) => rpc.call('anvil_mine', [quantity(blocks)]);
  const send = (tx: object) =>
    rpc.call<string>('eth_sendTransaction', [{ from: wallet, gas: quantity(100_000), ...tx }]);
  const deployment = await send({ data: FORWARDER, gas: quantity(300_000) });
  await mine(80);
  const { contractAddress } = await rpc.call<{ contractAddress: string }>('eth_getTransactionReceipt', [deployment]);

  return {
    rpc,
    chain,
    wallet,
    mine,
    /** A plain transfer, not mined yet. */
    send: (to: string, units: bigint) => send({ to, value: quantity(units) }),
    /** A transfer from inside a contract, not mined yet. */
    sendInternally: (to: string, units: bigint) =>
      send({ to: contractAddress, value: quantity(units), data: `0x${abiWord(to)}` }),
    /** Replaces the last blocks with empty ones, and adds one more. */
    async reorganise(depth: number) {
      await rpc.call('anvil_reorg', [depth, []]);
      await mine();
    },
    /** Sends from a deposit address, as the operator's own wallet would. */
    async sweep(from: string, units: bigint) {
      await rpc.call('anvil_impersonateAccount', [from]);
      return send({ from, to: wallet, value: quantity(units), gas: quantity(21_000) });
    },
    balance: async (address: string) => BigInt(await rpc.call<string>('eth_getBalance', [address, 'latest'])),
    increaseTime: (seconds: number) => rpc.call('evm_increaseTime', [seconds]),
  };
}

export type DevChain = Awaited<ReturnType<typeof startDevChain>>;

/** Adds the chain to a shop with fresh rates; `look` runs one round of the watcher. */
export async function followDevChain(ctx: VaultCtx, { chain }: DevChain): Promise<{ poll: () => Promise<void> }> {
  ctx.chains.ETH = chain;
  await refreshRates(ctx, demoSources());
  const watch = createWatch(ctx, chain);
  const poll = async () => void (await watch());
  await poll();
  return { poll };
}
