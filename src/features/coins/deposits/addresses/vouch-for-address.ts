import type { Db } from '#platform/db/client.ts';

/** Vouches for an address that was given before the key of this MAC was; on a connection of the table's owner. */
export async function vouchForAddress(sql: Db, id: string, mac: Uint8Array): Promise<void> {
  await sql`update deposit_addresses set mac = ${mac} where id = ${id}`;
}
