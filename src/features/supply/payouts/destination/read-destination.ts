import type { Destination } from '#contracts/supply/sellers.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { destinationAad, sellerKeyAad } from '../../sellers/seller/seller-key.ts';

interface Destinations {
  /** The destination in force now. */
  destination: Destination | null;
  /** A newer one that still cools down. */
  next_destination: Destination | null;
}

export async function readDestinations(sql: Db, seller_id: string, now: Date): Promise<Destinations> {
  const rows = await sql<Destination[]>`
    select id, kind, hint, set_at, in_force_from from seller_destinations
    where seller_id = ${seller_id} order by id desc`;
  const [latest = null] = rows;
  const destination = rows.find(({ in_force_from }) => Date.parse(in_force_from) <= now.getTime()) ?? null;
  return { destination, next_destination: latest?.id === destination?.id ? null : latest };
}

/** The account or address itself. */
export async function openDestination({ vault }: VaultCtx, sql: Db, id: string): Promise<string> {
  const [row] = await sql<[{ seller_id: string; sealed: Buffer; data_key: Buffer }]>`
    select d.seller_id, d.sealed, s.data_key from seller_destinations d join sellers s on s.id = d.seller_id
    where d.id = ${id}`;
  const { seller_id, sealed, data_key } = row;
  return vault.open(vault.unwrap(data_key, sellerKeyAad(seller_id)), sealed, destinationAad(seller_id));
}
