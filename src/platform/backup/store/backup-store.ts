import type { Readable } from 'node:stream';

/** What was stored, as it was read back. */
export interface Stored {
  name: string;
  bytes: number;
  /** Of the stored bytes, in hex. */
  sha256: string;
}

/** A place for objects that are written once. Names are paths with slashes between. */
export interface BackupStore {
  /** Where it is, without secrets. */
  readonly place: string;
  /**
   * Stores an object durably and reads it back; `nameOf` names it by the SHA-256 of what was written. Throws a
   * BackupError if what is read isn't what was written, or there is no room.
   */
  put(nameOf: string | ((sha256: string) => string), bytes: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** Throws a BackupError if there is no such object. */
  read(name: string): Promise<Readable>;
  /** The names that start with a prefix, in order. */
  list(prefix: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** What the operator reads: says what to do, and holds no secret. */
export class BackupError extends Error {
  override name = 'BackupError';
}
