import type { Db, Query } from '#platform/db/client.ts';
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
    select sealed_facts(r) as facts, mac, sealed_facts(jsonb_populate_record(r, ${sql.json(asJson(changes))} || ${risen(sql)})) as next
    from ${sql(table)} r where id = ${id} for no key update`;
  if (!row) throw new VaultError(`there is no row of ${table} to change: ${id}`);
  if (!isGenuine(vault, table, row)) throw new ForgedRowError(table, id);
  await write(rowMac(vault, table, row.next), row.next);
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
