import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** What came to our addresses and left them (below zero) up to a height, by the records. */
export const movesUpTo = (sql: Db, coin: Coin, height: number) => sql`
  select key, amount_units as units from deposits
    where coin = ${coin} and height <= ${height} and not is_sum_of_dust(txid)
  union all
  select key, amount_units from dust_deposits where coin = ${coin} and height <= ${height}
  union all
  select key, amount_units from unclaimed_deposits where coin = ${coin} and height <= ${height} and deposit_id is null
  union all
  select key, amount_units from change_outputs where coin = ${coin} and height <= ${height}
  union all
  select key, -amount_units from outflows where coin = ${coin} and height <= ${height}`;

/** What each address should hold at a height, by the records: all of them, or these. Those that nothing moved are left out. */
export async function recordedUnits(
  sql: Db,
  { coin, height, keys }: { coin: Coin; height: number; keys?: readonly Key[] },
): Promise<Map<Key, bigint>> {
  const rows = await sql<{ key: Key; units: string }[]>`
    select key, sum(units)::text as units from (${movesUpTo(sql, coin, height)}) moves
    where ${keys ? sql`key = any(${[...keys]})` : sql`true`} group by key`;
  return new Map(rows.map(({ key, units }) => [key, BigInt(units)]));
}
