import type { Db } from '#platform/db/client.ts';

/** A link of a chain and its place in it. */
export interface Link {
  position: number;
  link: Uint8Array;
}

/** A log whose committed rows are linked one after the other, by a process that has the key. */
export interface ChainedLog<Row, Made extends Link> {
  /** Any constant that no other lock uses. */
  lock: number;
  findEnd(sql: Db): Promise<Link | undefined>;
  /** Committed rows that have no link yet, the lowest number first. */
  readUnsealed(sql: Db, limit: number): Promise<Row[]>;
  /** The link of a row at a position after the one before it, with what else the chain keeps of the row. */
  makeLink(previous: Uint8Array, position: number, row: Row): Made;
  append(sql: Db, links: Made[]): Promise<void>;
}

/** How far below the highest number with a link a row that committed late may be and still get one. */
export const LOOK_BACK = 20_000;
