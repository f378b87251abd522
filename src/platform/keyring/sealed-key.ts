import type { Db } from '#platform/db/client.ts';

/** A data key as it is stored, and what it was bound to when it was wrapped. */
export interface SealedKey {
  data_key: Uint8Array;
  aad: string;
}

/** Finds a feature's newest data key, to test a master key with; undefined if it has sealed nothing yet. */
export type FindSealedKey = (sql: Db) => Promise<SealedKey | undefined>;
