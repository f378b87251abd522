import type { Destination } from '#contracts/supply/sellers.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Db } from '#platform/db/client.ts';

/** Whether a coin address is on the operator's sanctions list. */
export async function isListed(sql: Db, kind: Destination['kind'], address: string): Promise<boolean> {
  if (kind === 'IBAN') return false;
  const [hit] = await sql`select from sanctioned_keys where key = ${addressKey(address)}`;
  return hit !== undefined;
}
