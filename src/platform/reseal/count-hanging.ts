import type { Sql } from '#platform/db/client.ts';
import { KEY_ID_BYTES, type Vault, WRAPPED_BYTES } from '#platform/vault/create-vault.ts';
import { type FollowedKey, readFollowed } from './reseal-values.ts';
import { hangsOnFormer, keyOf, type SealedPlace, type SealedValues, underKey } from './sealed-place.ts';

export interface Hanging {
  /** The table that has the data keys. */
  place: string;
  /** Data keys that this key wrapped. */
  data_keys: number;
  /** Values that those seal, by their tables. */
  values: Record<string, number>;
  /** Copies of data keys that wait elsewhere. */
  waiting: number;
}

interface Counting {
  sql: Sql;
  vault: Vault;
  place: SealedPlace;
  /** Names the key that wraps data keys. */
  key_id: Buffer;
}

/** What hangs on a key that wraps data keys, in one place. */
export async function countHanging(counting: Counting): Promise<Hanging> {
  const { sql, place, key_id } = counting;
  const { table, column } = place;
  const wrappedAt = (at: number) =>
    sql`substring(${sql(column)} from ${at * WRAPPED_BYTES + 1}::int for ${KEY_ID_BYTES}::int) = ${key_id}`;
  const [keys] = await sql<[{ count: number }]>`
    select count(*) as count from ${sql(table)} where ${wrappedAt(0)} or ${wrappedAt(1)}`;
  const followed = await readFollowed({ sql }, place);
  const values: Record<string, number> = {};
  for (const each of place.values) {
    let count = await countUnderOneKey(counting, each);
    for (const row of followed) count += await countUnderFollowed(counting, each, row);
    if (count > 0) values[each.table] = (values[each.table] ?? 0) + count;
  }
  return { place: table, data_keys: keys.count, values, waiting: (await place.waiting?.(sql, key_id)) ?? 0 };
}

/** Of rows with one data key, all values are its own. */
async function countUnderOneKey({ sql, place, key_id }: Counting, values: SealedValues): Promise<number> {
  const { table, id, column } = place;
  const [found] = await sql<[{ count: number }]>`
    select count(*) as count from ${sql(values.table)} v
    join ${sql(table)} k on k.${sql(id)} = ${keyOf(sql, place, values)}
    where v.${sql(values.column)} is not null and length(k.${sql(column)}) = ${WRAPPED_BYTES}
      and substring(k.${sql(column)} from 1 for ${KEY_ID_BYTES}::int) = ${key_id}`;
  return found.count;
}

/** Of two data keys in one row, the first seals what begins with its name, and the other one the rest. */
async function countUnderFollowed(
  { sql, vault, place, key_id }: Counting,
  values: SealedValues,
  { id, wrapped }: FollowedKey,
): Promise<number> {
  const wrappers = [0, 1].map((at) => wrapped.subarray(at * WRAPPED_BYTES, at * WRAPPED_BYTES + KEY_ID_BYTES));
  const at = wrappers.findIndex((each) => each.equals(key_id));
  if (at === -1) return 0;
  const former = hangsOnFormer(sql, values, vault.headOf(vault.unwrap(wrapped, place.aad(id))));
  const [found] = await sql<[{ count: number }]>`
    select count(*) as count from ${sql(values.table)} v
    where ${underKey(sql, place, values, id)} and v.${sql(values.column)} is not null
      and ${at === 0 ? sql`not (${former})` : former}`;
  return found.count;
}
