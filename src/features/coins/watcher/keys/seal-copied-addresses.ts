import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { vouchForAddress } from '../../deposits/addresses/vouch-for-address.ts';
import { macOfAddress } from './issued-address.ts';

/** Vouches for the addresses of a scrubbed copy by its own key. */
export async function sealCopiedAddresses(sql: Sql, vault: Vault): Promise<void> {
  const addresses = await sql<({ id: string } & Parameters<typeof macOfAddress>[1])[]>`
    select id, coin, user_id, account_id, index, key from deposit_addresses where user_id is not null`;
  for (const address of addresses) await vouchForAddress(sql, address.id, macOfAddress(vault, address));
}
