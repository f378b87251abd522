import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { destinationAad, sellerKeyAad } from '../sellers/seller/seller-key.ts';

/** Gives each destination of a scrubbed copy an account that is none, under the key that its seller has by then. */
export async function sealMadeDestinations(sql: Sql, vault: Vault): Promise<void> {
  const sellers = await sql<{ id: string; data_key: Uint8Array }[]>`select id, data_key from sellers`;
  for (const { id, data_key } of sellers) {
    const sealed = vault.seal(vault.unwrap(data_key, sellerKeyAad(id)), 'Made up', destinationAad(id));
    await sql`update seller_destinations set sealed = ${sealed} where seller_id = ${id}`;
  }
}
