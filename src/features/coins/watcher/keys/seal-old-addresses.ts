import type { Coin } from '#platform/chain/types.ts';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { vouchForAddress } from '../../deposits/addresses/vouch-for-address.ts';
import { type DerivedKey, macOfKey } from './derived-key.ts';
import { type IssuedAddress, issuedAddress, macOfAddress } from './issued-address.ts';

const AT_ONCE = 500;

/**
 * Vouches for the addresses and keys that were there before rows had a MAC. Those of the key in use are derived again;
 * those of a former key, which nothing derives, are taken as they are, once. On the owner's connection.
 */
export async function sealOldAddresses(sql: Sql, { chains, vault }: Pick<VaultCtx, 'chains' | 'vault'>): Promise<void> {
  const ownOf = (coin: Coin, xpub_hash: string, index: number) => {
    const chain = chains[coin];
    return chain?.xpubHash.toString('hex') === xpub_hash ? chain.addressAt(index) : null;
  };
  for (let more = true; more; ) {
    more = await transaction(sql, async (tx) => {
      const due = await tx<{ kind: string; id: string }[]>`
        delete from rows_to_seal where (kind, id) in (
          select kind, id from rows_to_seal where kind in ('address', 'key') order by kind, id limit ${AT_ONCE} for update skip locked)
        returning kind, id`;
      const ids = (kind: string) => due.flatMap((row) => (row.kind === kind ? [row.id] : []));
      const found = await tx<{ id: string; coin: Coin; user_id: string; issued: IssuedAddress }[]>`
        select a.id, a.coin, a.user_id, ${issuedAddress(sql)} as issued from deposit_addresses a
        where a.id = any(${ids('address')}::uuid[]) and a.mac is null`;
      const keys = await tx<(DerivedKey & { xpub_hash: Buffer })[]>`
        select k.coin, k.account_id, k.index, k.key, x.xpub_hash from derived_keys k join xpub_accounts x on x.id = k.account_id
        where k.account_id || ':' || k.index = any(${ids('key')}::text[]) and k.mac is null`;
      for (const { issued, ...row } of found) {
        const own = ownOf(row.coin, issued.xpub_hash, issued.index);
        if (own && (own.key !== issued.key || own.address !== issued.address)) continue;
        await vouchForAddress(tx, row.id, macOfAddress(vault, { ...row, ...issued }));
      }
      for (const { xpub_hash, ...derived } of keys) {
        const { account_id, index, key } = derived;
        const own = ownOf(derived.coin, xpub_hash.toString('hex'), index);
        if (own && own.key !== key) continue;
        await tx`
          update derived_keys set mac = ${macOfKey(vault, derived)} where account_id = ${account_id} and index = ${index}`;
      }
      return due.length > 0;
    });
  }
}
