import type { Db, Fragment, Query } from '#platform/db/client.ts';
import type { Macs } from './create-vault.ts';
import { VaultError } from './vault-error.ts';

/** A row with its MAC and, from `sealed_facts`, what that covers. */
export interface SealedRow {
  facts: string;
  mac: Uint8Array | null;
}

/** A row whose MAC doesn't fit: it was written past the shop. */
export class ForgedRowError extends Error {
  override name = 'ForgedRowError';
  constructor(table: string, id: string) {
    super(`a row of ${table} was written past the shop: ${id}`);
  }
}

const purposeOf = (table: string) => `row of ${table}`;

export const rowMac = (vault: Macs, table: string, facts: string): Buffer => vault.mac(purposeOf(table), facts);

/** Whether this shop wrote the row as it is. */
export const isGenuine = (vault: Macs, table: string, { facts, mac }: SealedRow): boolean =>
  mac !== null && vault.verifyMac(purposeOf(table), facts, mac);

/** Gives a row that the caller's transaction has just written its MAC. */
export async function sealRow(vault: Macs, sql: Db, table: string, row: { id: string; facts: string }): Promise<void> {
  await sql`update ${sql(table)} set mac = ${rowMac(vault, table, row.facts)} where id = ${row.id}`;
}

/** The same for many rows, in one statement. Their ids are UUIDs, or all of them numbers. */
export async function sealRows(
  vault: Macs,
  sql: Db,
  table: string,
  rows: readonly { id: string; facts: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const macs = rows.map(({ facts }) => rowMac(vault, table, facts));
  await sql`
    update ${sql(table)} r set mac = decode(made.mac, 'hex') from ${macsOf(sql, rows, macs)} where r.id = made.id`;
}

/** SQL for ids and MACs, as rows of `made (id, mac)`. */
function macsOf(sql: Db, rows: readonly { id: string }[], macs: readonly Buffer[]): Fragment {
  const ids = idsOf(
    sql,
    rows.map(({ id }) => id),
  );
  return sql`unnest(${ids}, ${macs.map((mac) => mac.toString('hex'))}::text[]) as made (id, mac)`;
}

const idsOf = (sql: Db, ids: readonly string[]): Fragment =>
  /^[0-9]+$/.test(ids[0]!) ? sql`${ids as string[]}::bigint[]` : sql`${ids as string[]}::uuid[]`;

/** Columns that take strings, numbers, booleans, times, lists of strings and bytes. */
export type Changes = Record<string, string | number | boolean | Date | Uint8Array | readonly string[] | null>;

/**
 * Locks a row until the caller's transaction ends, and changes it if its MAC fits: a forged value is never sealed by an
 * honest change of another column. Throws a ForgedRowError otherwise. `write` replaces the plain update, and gets what the MAC covers.
 */
export async function changeRow(
  vault: Macs,
  sql: Db,
  { table, id }: { table: string; id: string },
  changes: Changes,
  write: (mac: Buffer, facts: string) => Query = (mac) =>
    sql`update ${sql(table)} set ${sql({ ...changes, mac })} where id = ${id}`,
): Promise<void> {
  const [row] = await sql<(SealedRow & { next: string })[]>`
    select sealed_facts(r) as facts, mac,
      sealed_facts(jsonb_populate_record(r, ${sql.json(asJson(changes))} || ${risen(sql)})) as next
    from ${sql(table)} r where id = ${id} for no key update`;
  if (!row) throw new VaultError(`there is no row of ${table} to change: ${id}`);
  if (!isGenuine(vault, table, row)) throw new ForgedRowError(table, id);
  await write(rowMac(vault, table, row.next), row.next);
}

/**
 * Makes the same changes in many rows, in two statements, as `changeRow` does in one. Rows whose MAC doesn't fit stay as they are;
 * returns their ids.
 */
export async function changeRows(
  vault: Macs,
  sql: Db,
  { table, ids }: { table: string; ids: readonly string[] },
  changes: Changes,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<(SealedRow & { id: string; next: string })[]>`
    select id::text, sealed_facts(r) as facts, mac,
      sealed_facts(jsonb_populate_record(r, ${sql.json(asJson(changes))} || ${risen(sql)})) as next
    from ${sql(table)} r where id = any(${idsOf(sql, ids)}) order by id for no key update`;
  const { true: genuine = [], false: forged = [] } = Object.groupBy(rows, (row) => `${isGenuine(vault, table, row)}`);
  const macs = genuine.map(({ next }) => rowMac(vault, table, next));
  if (genuine.length > 0)
    await sql`
      update ${sql(table)} r set ${sql(changes)}, mac = decode(made.mac, 'hex')
      from ${macsOf(sql, genuine, macs)} where r.id = made.id`;
  return forged.map(({ id }) => id);
}

/** The revision that the database gives a row with its next MAC, so that no earlier version comes back; some tables have none. */
const risen = (sql: Db) => sql`jsonb_build_object('revision', (to_jsonb(r) ->> 'revision')::int + 1)`;

/** As `jsonb_populate_record` reads them. */
const asJson = (changes: Changes) =>
  Object.fromEntries(
    Object.entries(changes).map(([column, value]) => [
      column,
      value instanceof Uint8Array
        ? `\\x${Buffer.from(value).toString('hex')}`
        : value instanceof Date
          ? value.toISOString()
          : (value as string),
    ]),
  );
