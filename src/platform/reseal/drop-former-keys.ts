import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Vault, WRAPPED_BYTES } from '#platform/vault/create-vault.ts';
import type { Resealing } from './replace-keys.ts';
import { type FollowedKey, readFollowed } from './reseal-values.ts';
import { hangsOnFormer, type SealedPlace, underKey } from './sealed-place.ts';

/**
 * Deletes the data keys of a place that have a successor and seal nothing any more. Returns how many of them still seal something.
 */
export async function dropFormerKeys({ sql, vault }: Resealing, place: SealedPlace): Promise<number> {
  let left = 0;
  for (const { id } of await readFollowed({ sql }, place))
    if (!(await transaction(sql, (tx) => dropFormer(tx, { vault, place, id })))) left += 1;
  return left;
}

/** Locked against whoever refers to the row: nothing is sealed with its key meanwhile. */
async function dropFormer(
  tx: Tx,
  { vault, place, id }: { vault: Vault; place: SealedPlace; id: string },
): Promise<boolean> {
  const { table, column } = place;
  const [row] = await tx<FollowedKey[]>`
    select ${tx(place.id)}::text as id, ${tx(column)} as wrapped from ${tx(table)}
    where ${tx(place.id)} = ${id} and length(${tx(column)}) > ${WRAPPED_BYTES} for update`;
  if (!row) return true;
  const head = vault.headOf(vault.unwrap(row.wrapped, place.aad(id)));
  for (const values of place.values) {
    const [hanging] = await tx`
      select from ${tx(values.table)} v
      where ${underKey(tx, place, values, id)} and ${hangsOnFormer(tx, values, head)} limit 1`;
    if (hanging) return false;
  }
  await tx`
    update ${tx(table)} set ${tx(column)} = substring(${tx(column)} from 1 for ${WRAPPED_BYTES}::int)
    where ${tx(place.id)} = ${id}`;
  return true;
}
