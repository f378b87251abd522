import { join } from 'node:path';
import { resolveAnvil, startAnvil } from '#platform/chain/anvil.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../ctx.ts';
import { mineBlocks } from './dev-wallet.ts';

/** Account m/44'/60'/0' of the mnemonic "test … junk" that every development tool publishes: worth nothing anywhere. */
const PUBLISHED_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const BLOCK_MS = 1_000;

/**
 * Brings up demo mode's Ethereum chain, unless the settings name a real node; mines while somebody waits for a block, and
 * begins a new chain where the node died.
 */
export async function startDemoChain(ctx: Ctx): Promise<{ stop(): Promise<void> }> {
  if (ctx.chains.ETH) return { stop: async () => {} };
  if (!resolveAnvil()) {
    ctx.log.warn('there is no development chain for this platform: no coin can be paid');
    return { stop: async () => {} };
  }
  const dir = join(ctx.config.data_dir, 'anvil');
  let node = await startAnvil({ dir });
  ctx.log.info({ url: node.url, adopted: node.adopted, fresh: node.fresh }, 'development chain');
  const chain = openChain('ETH', { rpc_url: node.url, xpub: PUBLISHED_XPUB, development: true });
  ctx.chains.ETH = chain;
  const miner = repeat('demo-miner', BLOCK_MS, ctx.log, async () => {
    if (!node.alive()) {
      ctx.log.warn('the development chain ended: another one begins at its address');
      node = await startAnvil({ dir, port: Number(new URL(node.url).port) });
    }
    if (await somebodyWaits(ctx)) await mineBlocks(chain.rpc, 1);
  });
  return {
    async stop() {
      await miner.stop();
      await node.stop();
    },
  };
}

/** A payment is on its way or not deep enough yet. Without one the chain stands still. */
async function somebodyWaits(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.sql<{ waits: boolean }[]>`
    select exists (
      select from deposits d join chain_cursors c on c.coin = d.coin
      where d.coin = 'ETH' and d.state = 'pending' and c.height - d.height + 1 < d.required_depth
    ) or exists (
      select from seen_hints
      where coin = 'ETH' and deposit_id is null and last_seen_at > ${new Date(ctx.clock.now().getTime() - 5_000)}
    ) as waits`;
  return row!.waits;
}
