import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** 32 bytes in hex: the id of a transaction, alone, with 0x, with the number of an output, or in an explorer's link. */
const HASHES = /[0-9a-f]{64}/g;

/** The ids of transactions in a text that a person wrote, in lower case and without 0x. */
export const hashesIn = (text: string): string[] => text.toLowerCase().match(HASHES) ?? [];

/** Each of these ids as a chain may write it. */
export const txidsOf = (hashes: readonly string[]): string[] => hashes.flatMap((hash) => [hash, `0x${hash}`]);

/** Whether one of these transactions paid an address of the shop, whose owner is or will be credited for it. */
export async function isReceived(sql: Db, coin: Coin, txids: readonly string[]): Promise<boolean> {
  const ids = [...txids];
  const [paid] = await sql`
    select from received_outputs where coin = ${coin} and txid = any(${ids})
    union all select from unclaimed_deposits where coin = ${coin} and txid = any(${ids}) limit 1`;
  return paid !== undefined;
}
