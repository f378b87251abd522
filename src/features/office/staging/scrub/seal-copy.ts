import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { keepGateKey } from '#platform/vault/decision-gate.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import { sealCopiedAddresses } from '../../../coins/watcher/keys/seal-copied-addresses.ts';
import { sealCopiedGifts } from '../../../shop/gifts/seals/seal-copied-gifts.ts';
import { sealCopiedLines } from '../../../shop/orders/seals/seal-copied-lines.ts';
import { sealMadeCodes } from '../../../supply/batches/secrets/seal-made-codes.ts';
import { sealMadeDestinations } from '../../../supply/payouts/seal-made-destinations.ts';
import { sealMadeTaxIds } from '../../../supply/sellers/seller/seal-made-tax-ids.ts';

const PIECE = 5_000;

/**
 * Seals a scrubbed copy by a master key of its own, as the superuser, with nobody else in the database: each card gets a code that buys
 * nothing, and each row that proves itself another proof.
 */
export async function sealCopy(sql: Sql, vault: Vault): Promise<void> {
  // One connection, so that the setting holds.
  await sql`set session_replication_role = replica`;
  try {
    await keepGateKey(vault, sql);
    await sealMadeCodes(sql, vault);
    await sealMadeTaxIds(sql, vault);
    await sealMadeDestinations(sql, vault);
    await sealCopiedLines(sql, vault);
    await sealCopiedGifts(sql, vault);
    await sealCopiedAddresses(sql, vault);
    await sealRowsThatProveThemselves(sql, vault);
    await sql`update sealings set sealed_at = now() where sealed_at is null`;
  } finally {
    await sql`set session_replication_role = origin`;
  }
}

/** Every table for which the database says what the MAC of a row covers. */
async function sealRowsThatProveThemselves(sql: Sql, vault: Vault): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select t.typname as name from pg_proc p join pg_type t on t.oid = p.proargtypes[0]
    join pg_attribute a on a.attrelid = t.typrelid and a.attname = 'mac'
    where p.proname = 'sealed_facts' order by 1`;
  for (const { name } of tables) {
    const places = await sql<{ place: string; facts: string }[]>`
      select ctid::text as place, sealed_facts(r) as facts from ${sql(name)} r`;
    for (let at = 0; at < places.length; at += PIECE) {
      const piece = places.slice(at, at + PIECE);
      const macs = piece.map(({ facts }) => rowMac(vault, name, facts).toString('hex'));
      await sql`
        update ${sql(name)} r set mac = decode(made.mac, 'hex')
        from unnest(${piece.map(({ place }) => place)}::text[]::tid[], ${macs}::text[]) as made (place, mac)
        where r.ctid = made.place`;
    }
  }
}
