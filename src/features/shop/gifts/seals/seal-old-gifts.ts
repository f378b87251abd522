import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { sealGift, wasSealedGift } from './seal-gift.ts';

/** Seals the unopened gifts from before gifts had seals. Needs the connection of the tables' owner. */
export async function sealOldGifts(sql: Sql, vault: Vault): Promise<void> {
  await sql.begin(async (tx) => {
    const gifts = await tx<{ id: string; line_id: string }[]>`
      with due as (delete from rows_to_seal where kind = 'gift' returning id)
      select g.id, g.line_id from gifts g join due on due.id = g.id::text where g.mac is null`;
    for (const gift of gifts) await tx`update gifts set mac = ${sealGift(vault, gift)} where id = ${gift.id}`;
  });
}

/** Replaces the seals that were made by the key which all processes share. One that doesn't fit stays. */
export async function sealGiftsAgain(sql: Sql, vault: Vault): Promise<void> {
  await sql.begin(async (tx) => {
    const gifts = await tx<{ id: string; line_id: string; mac: Uint8Array | null }[]>`
      with due as (delete from rows_to_seal where kind = 'gift again' returning id)
      select g.id, g.line_id, g.mac from gifts g join due on due.id = g.id::text`;
    for (const { mac, ...gift } of gifts)
      if (wasSealedGift(vault, gift, mac))
        await tx`update gifts set mac = ${sealGift(vault, gift)} where id = ${gift.id}`;
  });
}
