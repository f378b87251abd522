import type { BackupStore } from './backup-store.ts';

/** An index or a manifest of a database with a hundred thousand files has less. */
const MAX_BYTES = 128e6;

/** A short object's bytes; null if it is longer than any that a shop stores, whoever put it there. */
export async function readWhole(store: BackupStore, name: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of (await store.read(name)) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
