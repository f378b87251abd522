import type { Input, Reply } from '#contracts/call.ts';
import type { demoPay as contract } from '#contracts/demo.ts';
import { RpcError } from '#platform/chain/json-rpc.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { mineBlocks, payFromDevWallet } from './dev-wallet.ts';
import { developmentChain } from './development-chain.ts';

/** Plays the customer's wallet: pays an address from the chain's own account, and mines the block that holds it. */
export async function pay(
  ctx: Ctx,
  _caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { rpc } = developmentChain(ctx, body.coin);
  const units = BigInt(body.amount_units);
  if (!/^0x[0-9a-fA-F]{40}$/.test(body.address)) throw invalidField('address', 'Must be an Ethereum address.');
  if (units === 0n) throw invalidField('amount_units', 'Must be more than 0.');
  try {
    const txid = await payFromDevWallet(rpc, body.address, units);
    await mineBlocks(rpc, 1);
    return { data: { txid } };
  } catch (error) {
    if (error instanceof RpcError && error.reason === 'rpc')
      throw invalidField('amount_units', `The wallet refused: ${error.message}`);
    throw error;
  }
}
