import { BackupError } from './backup-store.ts';

/** A page of a list has at most 1,000 names of 1,024 bytes. */
const MAX_BYTES = 8e6;

/** The text of a store's answer that is no object. Throws a BackupError where it is cut off, or longer than any store's. */
export async function readAnswer(answer: Response): Promise<string> {
  const { host } = new URL(answer.url);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new BackupError(`${host} cut its answer off: check the network, and try again.`, { cause: error });
  }
  if (bytes > MAX_BYTES) throw new BackupError(`${host} gave an answer without an end: ask whoever runs it.`);
  return Buffer.concat(chunks).toString('utf8');
}
