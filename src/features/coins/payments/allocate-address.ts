import type { Chain } from '#platform/chain/open-chain.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../ctx.ts';
import { giveAddress } from '../deposits/addresses/give-address.ts';
import { type IssuedAddress, issuedAddress, macOfAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';
import { noteGivenIndex, openAccount } from '../watcher/keys/open-account.ts';
import { refuseAddress } from '../watcher/keys/refuse-addresses.ts';

export interface OwnAddress {
  id: string;
  address: string;
}

/** How many indexes to try in one call, skipping those used before this shop knew the key. */
const SKIP_LIMIT = 50;

/**
 * The user's unpaid address for this coin, or a new one, never shared with anyone. Its row is locked, so quotes for it
 * queue.
 */
export async function allocateAddress(ctx: VaultCtx, sql: Db, chain: Chain, user_id: string): Promise<OwnAddress> {
  const unpaid = await findUnpaid(ctx, sql, chain, user_id);
  if (unpaid) return unpaid;
  // Waits for anyone else allocating from this key; a concurrent request of this user may have got an address first.
  const account = await lockAccount(sql, chain);
  return (await findUnpaid(ctx, sql, chain, user_id)) ?? createAddress(ctx, sql, chain, { user_id, ...account });
}

async function findUnpaid(ctx: VaultCtx, sql: Db, chain: Chain, user_id: string): Promise<OwnAddress | undefined> {
  const { coin, xpubHash } = chain;
  const [unpaid] = await sql<(OwnAddress & { issued: IssuedAddress })[]>`
    select a.id, a.address, ${issuedAddress(sql)} as issued from deposit_addresses a
    where a.user_id = ${user_id} and a.coin = ${coin} and a.paid_at is null and a.refused_at is null
      and a.account_id = (select id from xpub_accounts where coin = ${coin} and xpub_hash = ${xpubHash}) for update`;
  if (!unpaid) return undefined;
  const { id, issued } = unpaid;
  const address = vouchedAddress(ctx, { coin, user_id, ...issued });
  if (address !== null) return { id, address };
  await refuseAddress(sql, ctx.clock.now(), { id, coin, user_id, index: issued.index });
  return undefined;
}

async function lockAccount(sql: Db, chain: Chain): Promise<{ account_id: number; next_index: number }> {
  await openAccount(sql, chain);
  const [account] = await sql<{ account_id: number; next_index: number }[]>`
    select id as account_id, next_index from xpub_accounts
    where coin = ${chain.coin} and xpub_hash = ${chain.xpubHash} for update`;
  return account!;
}

async function createAddress(
  ctx: VaultCtx,
  sql: Db,
  { coin, adapter, addressAt }: Chain,
  { user_id, account_id, next_index }: { user_id: string; account_id: number; next_index: number },
): Promise<OwnAddress> {
  for (let index = next_index; index < next_index + SKIP_LIMIT; index++) {
    const { address, key } = addressAt(index);
    if (adapter.isUnused && !(await adapter.isUnused(key))) {
      ctx.log.warn({ coin, index }, 'an address that was never given out has been used: passed over');
      continue;
    }
    const own = { coin, user_id, account_id, index, key };
    const mac = macOfAddress(ctx.vault, own);
    const created = await giveAddress(sql, { ...own, address, created_at: ctx.clock.now(), mac });
    if (!created) {
      ctx.log.error({ coin, index }, 'somebody else wrote an address at this index: passed over');
      continue;
    }
    await noteGivenIndex(sql, account_id, index);
    return created;
  }
  throw new Error(`no unused ${coin} address within ${SKIP_LIMIT} indexes: is another wallet receiving on this key?`);
}
