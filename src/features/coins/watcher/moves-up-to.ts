import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** What came to our addresses and left them (below zero) up to a height, by the records. */
export const movesUpTo = (sql: Db, coin: Coin, height: number) => sql`
  select key, amount_units as units from deposits where coin = ${coin} and height <= ${height}
  union all
  select key, amount_units from unclaimed_deposits where coin = ${coin} and height <= ${height} and deposit_id is null
  union all
  select key, -amount_units from outflows where coin = ${coin} and height <= ${height}`;
