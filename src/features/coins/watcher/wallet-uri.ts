import { unitsFor } from '#contracts/coin-amounts.ts';
import { paymentUri } from '#platform/chain/payment-uri.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { freshRate } from '../rates/samples/fresh-rate.ts';
import { chainIdOf } from './coin-availability.ts';

/** What the operator's own wallet opens to pay an amount; null without a current rate, and for Ethereum without a node. */
export async function walletUri(
  ctx: Ctx,
  sql: Db,
  { coin, address, amount_cents }: { coin: Coin; address: string; amount_cents: number },
): Promise<string | null> {
  const rate = await freshRate(ctx, sql, coin, ctx.clock.now());
  // Without a node nobody knows which chain the shop is on; its other coins name none.
  const [cursor] = await sql<{ identity: string | null }[]>`select identity from chain_cursors where coin = ${coin}`;
  const identity = cursor?.identity;
  if (!rate || (coin === 'ETH' && !identity)) return null;
  const amount = unitsFor(coin, amount_cents, rate.usd_e8);
  return paymentUri(coin, { address, amount, ...(identity && { chainId: chainIdOf(identity) }) });
}
