import type { Reply } from '#contracts/call.ts';
import type { listMissingNodes as contract } from '#contracts/demo/demo.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { LOCAL_CHAINS } from './chain/local-chains.ts';

/** The demo's coins that aren't offered because their node isn't installed, and how to install it. */
export async function listMissingNodes({ config, chains }: Ctx, _caller: Visitor): Promise<Reply<typeof contract>> {
  const missing = config.demo_coins.filter((coin) => !chains[coin] && !LOCAL_CHAINS[coin].installed());
  return {
    data: missing.map((coin) => ({ coin, node: LOCAL_CHAINS[coin].node, install: LOCAL_CHAINS[coin].install })),
  };
}
