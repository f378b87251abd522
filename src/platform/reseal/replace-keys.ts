import type { Clock } from '#platform/clock.ts';
import type { Sql, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { KEY_ID_BYTES, type Vault } from '#platform/vault/create-vault.ts';
import type { SealedPlace } from './sealed-place.ts';

const PIECE = 200;

interface Row {
  place: string;
  id: string;
  wrapped: Buffer;
}

/** What changes sealed rows, as the owner of the tables. */
export interface Resealing {
  sql: Sql;
  vault: Vault;
  clock: Clock;
}

/**
 * Gives each data key of a place that a former key wrapped a successor that the newest one wraps: it stands before the former one, new
 * values are sealed with it, and both open. Notes which rows had which key. Returns how many it was.
 */
export async function replaceKeys({ sql, vault, clock }: Resealing, place: SealedPlace): Promise<number> {
  let replaced = 0;
  for (;;) {
    const count = await transaction(sql, (tx) => replacePiece(tx, { vault, clock, place }));
    replaced += count;
    if (count < PIECE) return replaced;
  }
}

async function replacePiece(
  tx: Tx,
  { vault, clock, place }: { vault: Vault; clock: Clock; place: SealedPlace },
): Promise<number> {
  const { table, id, column, aad } = place;
  const newest = vault.wrapped_by;
  const rows = await tx<Row[]>`
    select ctid::text as place, ${tx(id)}::text as id, ${tx(column)} as wrapped from ${tx(table)}
    where ${tx(column)} is not null and substring(${tx(column)} from 1 for ${KEY_ID_BYTES}::int) <> ${newest}
    order by ${tx(id)} limit ${PIECE} for update`;
  if (rows.length === 0) return 0;
  const next = rows.map((row) => Buffer.concat([vault.newDataKey(aad(row.id)).wrapped, row.wrapped]).toString('hex'));
  const formers = rows.map(({ wrapped }) => wrapped.subarray(0, KEY_ID_BYTES).toString('hex'));
  await tx`
    update ${tx(table)} r set ${tx(column)} = decode(made.wrapped, 'hex')
    from unnest(${rows.map((row) => row.place)}::text[]::tid[], ${next}::text[]) as made (place, wrapped)
    where r.ctid = made.place`;
  await tx`
    insert into former_data_keys (key_id, place, row_id, replaced_at)
    select decode(key_id, 'hex'), ${table}, row_id, ${clock.now()}
    from unnest(${formers}::text[], ${rows.map((row) => row.id)}::text[]) as each (key_id, row_id)
    on conflict do nothing`;
  return rows.length;
}
