import type { Db, Fragment } from '#platform/db/client.ts';

/** How values find the row that has their key; in SQL, `v` is the table of the values. */
interface Relation {
  /** SQL for the id of that row. */
  keyOf(sql: Db): Fragment;
  /** SQL for the values of one row. */
  underKey(sql: Db, id: string): Fragment;
}

/** Values that data keys of a place seal. */
export interface SealedValues {
  table: string;
  column: string;
  /** Their key stands in their own row, or in the row that a column of theirs names. */
  of: 'own_row' | { named_by: string } | Relation;
  /** A column that tells the values of one key apart, with an index. */
  order: string;
  /** Columns that say what a value belongs to. */
  names: readonly string[];
  /** What a value was bound to when it was sealed. */
  aad: (row: Readonly<Record<string, string>>) => string;
  /** Its MAC covers the value. */
  vouched?: true;
}

/** A table with wrapped data keys, and what they seal. */
export interface SealedPlace {
  table: string;
  id: string;
  column: string;
  /** What a data key was bound to when it was wrapped. */
  aad: (id: string) => string;
  values: readonly SealedValues[];
  /** How many copies of data keys that this key wrapped wait elsewhere, and come back; absent where there are none. */
  waiting?(sql: Db, key_id: Uint8Array): Promise<number>;
}

/** Values of a feature that are sealed with the data keys of a feature below. */
export type KeyedElsewhere = SealedValues & { keyed_by: string };

/** SQL for the id of the row that has the key of a value. */
export function keyOf(sql: Db, { id }: SealedPlace, { of }: SealedValues): Fragment {
  if (typeof of === 'object' && 'keyOf' in of) return of.keyOf(sql);
  return sql`v.${sql(of === 'own_row' ? id : of.named_by)}`;
}

/** SQL for the values that the key of a row seals. */
export function underKey(sql: Db, { id }: SealedPlace, { of }: SealedValues, row_id: string): Fragment {
  if (typeof of === 'object' && 'keyOf' in of) return of.underKey(sql, row_id);
  return sql`v.${sql(of === 'own_row' ? id : of.named_by)} = ${row_id}`;
}

/** SQL for those that another data key than the one with this head sealed. */
export const hangsOnFormer = (sql: Db, { column }: SealedValues, head: Buffer): Fragment =>
  sql`v.${sql(column)} is not null and substring(v.${sql(column)} from 1 for ${head.length}::int) <> ${head}`;
