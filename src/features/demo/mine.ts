import type { Input, Reply } from '#contracts/call.ts';
import type { demoMine as contract } from '#contracts/demo.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { askNode } from './ask-node.ts';
import { mineBlocks } from './dev-wallet.ts';
import { developmentChain } from './development-chain.ts';

/** Mines blocks on the development chain, so that nobody has to wait for confirmations. */
export async function mine(
  ctx: Ctx,
  _caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { rpc, adapter } = developmentChain(ctx, body.coin);
  return askNode('blocks', async () => {
    await mineBlocks(rpc, body.blocks);
    return { data: { height: (await adapter.tip()).height } };
  });
}
