import type { Chain } from '#platform/chain/open-chain.ts';
import type { Db } from '#platform/db/client.ts';

/**
 * Makes sure a chain's key has a row. One key has many notations (zpub for xpub, the receiving branch for the account):
 * a new notation takes over the row of the old one, whose indexes are already given out.
 */
export async function openAccount(sql: Db, { coin, xpubHash, fingerprint, addressAt }: Chain): Promise<void> {
  await sql`
    update xpub_accounts set xpub_hash = ${xpubHash}, fingerprint = ${fingerprint}
    where id = (
      select account_id from derived_keys where coin = ${coin} and key = ${addressAt(0).key} and index = 0
      order by account_id limit 1
    ) and not exists (select from xpub_accounts where coin = ${coin} and xpub_hash = ${xpubHash})`;
  await sql`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values (${coin}, ${xpubHash}, ${fingerprint})
    on conflict do nothing`;
}

/** An index that was given out, and none before it, is given out again. */
export async function noteGivenIndex(sql: Db, account_id: number, index: number): Promise<void> {
  await sql`update xpub_accounts set next_index = ${index + 1} where id = ${account_id}`;
}
