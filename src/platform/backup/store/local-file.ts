import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

export interface Written {
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** Writes a new file that is on its disk when this ends. */
export async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Written> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let written = 0;
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      written += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    return { bytes: written, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** The SHA-256 of what a stream holds, in hex. */
export async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
