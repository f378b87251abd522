import { pipeline, Readable, type Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from '../store/backup-store.ts';

/** Compresses (zstd) and encrypts to the public key of an age identity, so that `age -d | zstd -d` reads it, too. */
export async function sealStream(
  recipient: string,
  plain: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compressed = through(
    Readable.from(plain),
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  );
  return iterate(await encrypter.encrypt(toWeb(compressed)));
}

/** The reverse, with the identity's secret key. Throws a BackupError if it doesn't fit. */
export async function openStream(identity: string, sealed: Readable): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const opened = await decrypter.decrypt(toWeb(sealed)).catch((error: Error) => {
    if (!/no identity matched/.test(error.message)) throw error;
    throw new BackupError('The backup was encrypted to another key than the one in the identity file.', {
      cause: error,
    });
  });
  return through(Readable.from(iterate(opened)), createZstdDecompress());
}

/** The secret key in the text of an identity file, as age-keygen writes it. Throws a BackupError if there is none. */
export function identityIn(text: string): string {
  const key = text
    .split('\n')
    .find((line) => line.startsWith('AGE-SECRET-KEY-'))
    ?.trim();
  try {
    if (key) new Decrypter().addIdentity(key);
  } catch {
    throw new BackupError('The identity file holds no valid key of age.');
  }
  if (!key) throw new BackupError('The identity file holds no line that starts with AGE-SECRET-KEY-.');
  return key;
}

/** Whoever reads the result gets the errors of both. */
const through = (source: Readable, transform: Transform): Transform => {
  pipeline(source, transform, () => {});
  return transform;
};

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
const iterate = (stream: ReadableStream<Uint8Array>) => stream as unknown as WebStream<Uint8Array>;
