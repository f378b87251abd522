import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openStream } from '../sealing/seal-stream.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';

export interface Digests {
  /** Of what is stored, in hex. */
  object_sha256: string;
  /** Of what is inside. */
  sha256: string;
}

/**
 * Opens an object into a new file (mode 0600) and hands both digests to `check`, which refuses by throwing. The file is there in any
 * case: whoever calls this works in a folder of his own.
 */
export async function openObject(
  { store, identity }: { store: BackupStore; identity: string },
  name: string,
  to: string,
  check: (digests: Digests) => void,
): Promise<void> {
  const stored = createHash('sha256');
  const inside = createHash('sha256');
  const source = await store.read(name);
  async function* counted() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      stored.update(chunk);
      yield chunk;
    }
  }
  try {
    const plain = await openStream(identity, Readable.from(counted()));
    async function* measured() {
      for await (const chunk of plain) {
        inside.update(chunk);
        yield chunk;
      }
    }
    await pipeline(measured, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new BackupError(`${name} can't be opened: ${(error as Error).message}`, { cause: error });
  }
  check({ object_sha256: stored.digest('hex'), sha256: inside.digest('hex') });
}
