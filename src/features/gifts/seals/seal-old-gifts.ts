import type { Sql } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { sealGift } from './seal-gift.ts';

/** Seals the unopened gifts from before gifts had seals. Needs the connection of the tables' owner. */
export async function sealOldGifts(sql: Sql, vault: Macs): Promise<void> {
  await sql.begin(async (tx) => {
    const gifts = await tx<{ id: string; line_id: string }[]>`
      with due as (delete from rows_to_seal where kind = 'gift' returning id)
      select g.id, g.line_id from gifts g join due on due.id = g.id::text where g.mac is null`;
    for (const gift of gifts) await tx`update gifts set mac = ${sealGift(vault, gift)} where id = ${gift.id}`;
  });
}
