import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Vault, WRAPPED_BYTES } from '#platform/vault/create-vault.ts';
import { isGenuine, rowMac } from '#platform/vault/row-seal.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import type { Resealing } from './replace-keys.ts';
import { hangsOnFormer, type SealedPlace, type SealedValues, underKey } from './sealed-place.ts';

/** Values of one transaction: locked for some milliseconds, while others wait for none of them. */
const STEP = 200;

interface Row {
  at: string;
  place: string;
  sealed: Buffer;
  facts: string | null;
  mac: Uint8Array | null;
  [name: string]: unknown;
}

/** A data key that has a successor, in a row that both stand in. */
export interface FollowedKey {
  id: string;
  wrapped: Buffer;
}

/** The rows of a place whose data key has a successor. */
export const readFollowed = (
  { sql }: Pick<Resealing, 'sql'>,
  { table, id, column }: SealedPlace,
): PromiseLike<FollowedKey[]> =>
  sql<FollowedKey[]>`
    select ${sql(id)}::text as id, ${sql(column)} as wrapped from ${sql(table)}
    where length(${sql(column)}) > ${WRAPPED_BYTES} order by ${sql(id)}`;

/**
 * Seals what former data keys of a place sealed with their successors, a step at a time, while the shop sells. Rows that somebody
 * else has locked are left for the next run. Returns how many values it were.
 */
export async function resealValues(
  resealing: Resealing,
  place: SealedPlace,
  onStep: (count: number) => void = () => {},
): Promise<number> {
  let resealed = 0;
  for (const row of await readFollowed(resealing, place)) {
    const keys = resealing.vault.unwrap(row.wrapped, place.aad(row.id));
    for (const values of place.values) {
      for (let after: string | null = null; ; ) {
        const step: Step = { values, of: row.id, keyed_by: place, keys, after };
        const done = await transaction(resealing.sql, (tx) => resealStep(tx, resealing.vault, step));
        if (done.count > 0) onStep(done.count);
        resealed += done.count;
        if (done.last === null) break;
        after = done.last;
      }
    }
  }
  return resealed;
}

interface Step {
  values: SealedValues;
  /** The id of the row with the data keys. */
  of: string;
  keyed_by: SealedPlace;
  /** The newest first. */
  keys: Buffer;
  after: string | null;
}

async function resealStep(tx: Tx, vault: Vault, step: Step): Promise<{ count: number; last: string | null }> {
  const { values, of, keyed_by, keys, after } = step;
  const { table, column, order, names, aad, vouched } = values;
  const rows = await tx<Row[]>`
    select ${tx(order)}::text as at, ctid::text as place, ${tx(column)} as sealed, ${tx(names as string[])},
      ${vouched ? tx`sealed_facts(v)` : tx`null`} as facts, ${vouched ? tx`mac` : tx`null::bytea`} as mac
    from ${tx(table)} v
    where ${underKey(tx, keyed_by, values, of)} and ${hangsOnFormer(tx, values, vault.headOf(keys))}
      ${after === null ? tx`` : tx`and ${tx(order)} > ${after}`}
    order by ${tx(order)} limit ${STEP} for no key update skip locked`;
  if (rows.length === 0) return { count: 0, last: null };
  const made = rows.flatMap((row) => {
    const bound = aad(Object.fromEntries(names.map((name) => [name, textOf(row[name])])));
    const text = openOrLeave(vault, keys, row.sealed, bound);
    return text === undefined ? [] : [{ place: row.place, sealed: vault.seal(keys, text, bound).toString('hex') }];
  });
  const places = made.map(({ place }) => place);
  const sealed = made.map((each) => each.sealed);
  const written = await tx<{ place: string; was: string; facts: string | null }[]>`
    update ${tx(table)} r set ${tx(column)} = decode(made.sealed, 'hex')
    from unnest(${places}::text[]::tid[], ${sealed}::text[]) as made (place, sealed) where r.ctid = made.place
    returning r.ctid::text as place, made.place::text as was, ${vouched ? tx`sealed_facts(r)` : tx`null`} as facts`;
  if (vouched) await vouch(tx, vault, { table, rows, written });
  return { count: made.length, last: rows.at(-1)!.at };
}

/** What nobody can open stays as it is, and keeps its key. */
function openOrLeave(vault: Vault, keys: Buffer, sealed: Buffer, aad: string): string | undefined {
  try {
    return vault.open(keys, sealed, aad);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** A MAC covers the sealed bytes: the new ones get theirs if the former ones had it. */
async function vouch(
  tx: Tx,
  vault: Vault,
  {
    table,
    rows,
    written,
  }: { table: string; rows: readonly Row[]; written: readonly { place: string; was: string; facts: string | null }[] },
): Promise<void> {
  const genuine = new Set(
    rows.filter(({ facts, mac }) => isGenuine(vault, table, { facts: facts ?? '', mac })).map(({ place }) => place),
  );
  const made = written.filter(({ was }) => genuine.has(was));
  const macs = made.map(({ facts }) => rowMac(vault, table, facts ?? '').toString('hex'));
  await tx`
    update ${tx(table)} r set mac = decode(made.mac, 'hex')
    from unnest(${made.map(({ place }) => place)}::text[]::tid[], ${macs}::text[]) as made (place, mac)
    where r.ctid = made.place`;
}

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : String(value));
