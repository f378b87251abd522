import type { Input, Reply } from '#contracts/call.ts';
import type { mine as contract } from '#contracts/demo/demo.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { devWallet } from './chain/dev-wallet.ts';
import { developmentChain } from './chain/development-chain.ts';
import { reachNode } from './chain/reach-node.ts';

/** Mines blocks on the development chain, so that nobody has to wait for confirmations. */
export async function mine(
  ctx: Ctx,
  _caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const chain = developmentChain(ctx, body.coin);
  return reachNode('blocks', async () => {
    await devWallet(chain).mine(body.blocks);
    return { data: { height: (await chain.adapter.tip()).height } };
  });
}
