import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sealStream } from '../sealing/seal-stream.ts';
import type { BackupStore, Stored } from '../store/backup-store.ts';

export interface Copied {
  /** Of what was read. */
  bytes: number;
  sha256: string;
  stored: Stored;
}

/** What is copied: a file, a text, or what a program writes. */
export type Source = { file: string } | { text: string } | { bytes: AsyncIterable<Uint8Array> };

/**
 * Copies a source as one sealed object. A file that changes meanwhile is copied as it was read; null if it is gone.
 */
export async function copyFile(
  { store, recipient }: { store: BackupStore; recipient: string },
  from: Source,
  nameOf: string | ((sha256: string) => string),
): Promise<Copied | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured() {
    for await (const chunk of bytesOf(from)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    const stored = await store.put(nameOf, await sealStream(recipient, measured()));
    return { bytes, sha256: hash.digest('hex'), stored };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && 'file' in from) return null;
    throw error;
  }
}

/** The SHA-256 of a file in hex; null if it is gone. */
export async function digestOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of readFileOf(file)) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function bytesOf(from: Source): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if ('file' in from) return readFileOf(from.file);
  return 'text' in from ? [Buffer.from(from.text)] : from.bytes;
}

const readFileOf = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 1 << 18 });
