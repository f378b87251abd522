import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** Notes that these addresses were paid: the next payments of their owners get others. */
export async function markPaid(sql: Db, coin: Coin, keys: readonly Key[], now: Date): Promise<void> {
  await sql`
    update deposit_addresses set paid_at = ${now}
    where coin = ${coin} and key = any(${keys as Key[]}) and paid_at is null`;
}
