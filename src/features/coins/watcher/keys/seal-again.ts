import type { Coin } from '#platform/chain/types.ts';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { vouchForAddress } from '../../deposits/addresses/vouch-for-address.ts';
import { type DerivedKey, macOfKey, wasDerivedByUs } from './derived-key.ts';
import { type IssuedAddress, issuedAddress, macOfAddress, wasIssued } from './issued-address.ts';

const AT_ONCE = 500;

/**
 * Replaces the MACs that were made by the key which all processes share, once, on the owner's connection. One that doesn't
 * fit stays, and its row is as foreign as before.
 */
export async function sealAddressesAgain(sql: Sql, vault: Vault): Promise<void> {
  for (let more = true; more; ) {
    more = await transaction(sql, async (tx) => {
      const due = await tx<{ kind: string; id: string }[]>`
        delete from rows_to_seal where (kind, id) in (
          select kind, id from rows_to_seal where kind in ('address again', 'key again')
          order by kind, id limit ${AT_ONCE} for update skip locked)
        returning kind, id`;
      const ids = (kind: string) => due.flatMap((row) => (row.kind === kind ? [row.id] : []));
      const addresses = await tx<{ id: string; coin: Coin; user_id: string; issued: IssuedAddress }[]>`
        select a.id, a.coin, a.user_id, ${issuedAddress(sql)} as issued from deposit_addresses a
        where a.id = any(${ids('address again')}::uuid[])`;
      for (const { id, issued, ...row } of addresses) {
        if (!wasIssued(vault, { ...row, ...issued })) continue;
        await vouchForAddress(tx, id, macOfAddress(vault, { ...row, ...issued }));
      }
      const keys = await tx<(DerivedKey & { mac: Uint8Array | null })[]>`
        select coin, account_id, index, key, mac from derived_keys
        where account_id || ':' || index = any(${ids('key again')}::text[])`;
      for (const { mac, ...derived } of keys) {
        if (!wasDerivedByUs(vault, derived, mac)) continue;
        const { account_id, index } = derived;
        await tx`
          update derived_keys set mac = ${macOfKey(vault, derived)} where account_id = ${account_id} and index = ${index}`;
      }
      return due.length > 0;
    });
  }
}
