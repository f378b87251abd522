import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { sellerKeyAad, taxIdAad } from './seller-key.ts';

/** Gives each seller of a scrubbed copy a new key and a tax id that is none. */
export async function sealMadeTaxIds(sql: Sql, vault: Vault): Promise<void> {
  const sellers = await sql<{ id: string }[]>`select id from sellers`;
  for (const { id } of sellers) {
    const { key, wrapped } = vault.newDataKey(sellerKeyAad(id));
    const tax_id = vault.seal(key, 'Made up', taxIdAad(id));
    await sql`update sellers set data_key = ${wrapped}, tax_id = ${tax_id} where id = ${id}`;
  }
}
