import type { Chain } from '#platform/chain/open-chain.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../ctx.ts';

export interface OwnAddress {
  id: string;
  address: string;
}

/** Indexes that were used behind our back (another wallet on the same key, a restored backup) are passed over, so many at once. */
const SKIP_LIMIT = 50;

/** The user's unpaid address of this coin, or a new one: nobody else ever had it or will. */
export async function allocateAddress(ctx: Ctx, sql: Db, chain: Chain, user_id: string): Promise<OwnAddress> {
  const { coin } = chain;
  for (let attempt = 0; attempt < SKIP_LIMIT; attempt++) {
    const [unpaid] = await sql<OwnAddress[]>`
      select id, address from deposit_addresses where user_id = ${user_id} and coin = ${coin} and paid_at is null`;
    if (unpaid) return unpaid;
    const account = await findAccount(sql, chain);
    const { address, key } = chain.addressAt(account.next_index);
    const unused = (await chain.adapter.isUnused?.(key)) ?? true;
    if (!unused)
      ctx.log.warn(
        { coin, index: account.next_index },
        'an address that was never given out has been used: passed over',
      );
    // Only whoever still finds this index as the next one takes it.
    const { count } = await sql`
      update xpub_accounts set next_index = next_index + 1 where id = ${account.id} and next_index = ${account.next_index}`;
    if (count === 0 || !unused) continue;
    const [created] = await sql<OwnAddress[]>`
      insert into deposit_addresses (coin, account_id, index, key, address, user_id, created_at)
      values (${coin}, ${account.id}, ${account.next_index}, ${key}, ${address}, ${user_id}, ${ctx.clock.now()})
      on conflict (user_id, coin) where paid_at is null do nothing returning id, address`;
    if (created) return created;
  }
  throw new Error(`no unused ${coin} address within ${SKIP_LIMIT} indexes: is another wallet receiving on this key?`);
}

async function findAccount(sql: Db, chain: Chain): Promise<{ id: number; next_index: number }> {
  await sql`insert into xpub_accounts (coin, xpub_hash, fingerprint)
    values (${chain.coin}, ${chain.xpubHash}, ${chain.fingerprint}) on conflict do nothing`;
  const [account] = await sql<{ id: number; next_index: number }[]>`
    select id, next_index from xpub_accounts where coin = ${chain.coin} and xpub_hash = ${chain.xpubHash}`;
  return account!;
}
