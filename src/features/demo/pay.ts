import type { Input, Reply } from '#contracts/call.ts';
import type { demoPay as contract } from '#contracts/demo.ts';
import type { Coin } from '#platform/chain/types.ts';
import { invalidField } from '#platform/http/errors.ts';
import { until } from '#platform/jobs/until.ts';
import { say } from '#words/say.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { askNode } from './ask-node.ts';
import { mineBlocks, payFromDevWallet } from './dev-wallet.ts';
import { developmentChain } from './development-chain.ts';

/** What the watcher has to notice a transaction that waits for its block: then a person sees that it was seen. */
const NOTICE_MS = 1_500;

/** Plays the customer's wallet: pays an address from the chain's own account, and mines the block that holds it. */
export async function pay(
  ctx: Ctx,
  _caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { rpc } = developmentChain(ctx, body.coin);
  const units = BigInt(body.amount_units);
  if (!/^0x[0-9a-fA-F]{40}$/.test(body.address)) throw invalidField('address', say('invalid.ethereum_address'));
  if (units === 0n) throw invalidField('amount_units', say('invalid.more_than_zero'));
  return askNode('amount_units', async () => {
    const txid = await payFromDevWallet(rpc, body.address, units);
    if (await isWatched(ctx, body)) await until(() => isNoticed(ctx, body.coin, txid), NOTICE_MS);
    await mineBlocks(rpc, 1);
    return { data: { txid } };
  });
}

type Destination = Input<typeof contract>['body'];

async function isWatched({ sql }: Ctx, { coin, address }: Destination): Promise<boolean> {
  const rows = await sql`select from deposit_addresses where coin = ${coin} and key = ${address.toLowerCase()}`;
  return rows.length > 0;
}

async function isNoticed({ sql }: Ctx, coin: Coin, txid: string): Promise<boolean> {
  const rows = await sql`
    select from seen_hints where coin = ${coin} and txid = ${txid}
    union all select from deposits where coin = ${coin} and txid = ${txid}`;
  return rows.length > 0;
}
