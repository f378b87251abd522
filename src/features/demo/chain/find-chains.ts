import { join } from 'node:path';
import { openChain } from '#platform/chain/open-chain.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Ctx } from '../../ctx.ts';
import { LOCAL_CHAINS, type LocalChain } from './local-chains.ts';

/** Opens the development chains of a running demo shop for a separate command. */
export async function findDemoChains(ctx: Ctx): Promise<void> {
  for (const [coin, { node, xpub, find }] of Object.entries(LOCAL_CHAINS) as [Coin, LocalChain][]) {
    if (ctx.chains[coin]) continue;
    const found = await find(join(ctx.config.data_dir, node));
    if (found) ctx.chains[coin] = openChain(coin, { rpc_url: found.url, xpub, development: true });
  }
}
