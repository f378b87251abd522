import { message } from '#i18n/message.ts';
import type { Chain, WatchedWallet } from '#platform/chain/open-chain.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { coldKeys } from './watched-wallets.ts';

/**
 * Refuses a wallet of which an address is the shop's own or a watched wallet's already, in another notation: the same coins would count
 * as reserves twice.
 */
export async function refuseOverlap(ctx: Ctx, sql: Db, chain: Chain, wallet: WatchedWallet): Promise<void> {
  const keys = wallet.addresses.map(({ key }) => key);
  const cold = await coldKeys(ctx, sql, chain);
  const [own] = await sql`select from derived_keys where coin = ${chain.coin} and key = any(${keys}) limit 1`;
  const change = chain.changeKeys();
  if (own || keys.some((key) => cold.has(key) || change.has(key)))
    throw invalidField('source', message('cold_wallet.overlaps'));
}
