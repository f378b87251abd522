import type { Db } from '#platform/db/client.ts';
import type { Days } from '../../periods/sums/moves.ts';

/** `day` takes an ISO day, `hundredths` an integer of them, `whole` a whole number. */
export type ColumnKind = 'text' | 'day' | 'whole' | 'hundredths';

export interface Column {
  /** As the auditor reads it, in German. */
  name: string;
  kind: ColumnKind;
  /** What its name doesn't say. */
  description?: string;
}

export type Cell = string | number | null;

/** A file of the export, with what the index says of it. */
export interface Table {
  file: string;
  name: string;
  description: string;
  /** The first columns, which identify a row. */
  key: readonly Column[];
  columns: readonly Column[];
  /** Columns that name rows of another table by its key. */
  references?: readonly { column: string; table: string }[];
  /** Rows in parts, each with a cell for every column of key and columns. */
  read(sql: Db, days: Days): AsyncIterable<readonly (readonly Cell[])[]>;
}
