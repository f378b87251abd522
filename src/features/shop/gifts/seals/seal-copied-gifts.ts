import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { sealGift } from './seal-gift.ts';

/** Binds the gifts of a scrubbed copy to their lines by its own key. */
export async function sealCopiedGifts(sql: Sql, vault: Vault): Promise<void> {
  const gifts = await sql<{ id: string; line_id: string }[]>`select id, line_id from gifts`;
  for (const gift of gifts) await sql`update gifts set mac = ${sealGift(vault, gift)} where id = ${gift.id}`;
}
