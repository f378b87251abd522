import { sealDepositsAgain } from '#features/coins/deposits/seal-deposits-again.ts';
import { sealAddressesAgain } from '#features/coins/watcher/keys/seal-again.ts';
import { sealOldAddresses } from '#features/coins/watcher/keys/seal-old-addresses.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { sealGiftsAgain, sealOldGifts } from '#features/shop/gifts/seals/seal-old-gifts.ts';
import { sealOldLines } from '#features/shop/orders/seals/seal-old-lines.ts';
import type { Sql } from '#platform/db/client.ts';
import { sealTables } from '#platform/vault/seal-tables.ts';

/**
 * Seals the rows from before they had seals, once, as the role that migrates: the one that serves can put nothing on
 * either list.
 */
export async function sealOldRows({
  sql,
  vault,
  chains,
}: Pick<VaultCtx, 'chains' | 'vault'> & { sql: Sql }): Promise<void> {
  await sealTables(vault, sql);
  await sealOldLines(sql, vault);
  await sealOldGifts(sql, vault);
  await sealOldAddresses(sql, { chains, vault });
  await sealGiftsAgain(sql, vault);
  await sealAddressesAgain(sql, vault);
  await sealDepositsAgain(sql, vault);
}
