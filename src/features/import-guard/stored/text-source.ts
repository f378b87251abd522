import type { Db, Tx } from '#platform/db/client.ts';

/** Texts that a feature keeps, for a newer guard to read again; src/app/features.ts lists them all. */
export interface TextSource {
  name: string;
  /** Rows after an id, or from the first one, in the order of their ids. */
  read(sql: Db, page: { after: string | null; limit: number }): Promise<{ id: string; text: string }[]>;
  /** Keeps a text from readers until somebody has decided about it, where the feature can. */
  hold?(sql: Tx, id: string): Promise<void>;
}
