import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#platform/vault/master-key.ts';

/** In a data directory whose shop sells elsewhere: what it says is for people, and which move it was. */
const FILE = 'moved-elsewhere';

export interface MovedMark {
  /** The id of the move. */
  id: string;
  /** Server and database, without names and passwords. */
  to: string;
  /** ISO 8601. */
  at: string;
}

/** Marks a data directory, so that no shop starts from its database again. On the disk when this ends. */
export async function markMoved(dir: string, mark: MovedMark): Promise<void> {
  const draft = join(dir, `${FILE}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A half-written mark would be no answer, and one whose name a power cut takes would let both shops sell.
  await rename(draft, join(dir, FILE));
  syncFolder(dir);
}

/** The mark of a data directory; null: its shop is here. */
export async function readMoved(dir: string): Promise<MovedMark | null> {
  const text = await readFile(join(dir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : JSON.parse(text);
}

/** Throws where the shop of a data directory sells from another database. */
export async function refuseMoved(dir: string): Promise<void> {
  const mark = await readMoved(dir);
  if (!mark) return;
  throw new Error(
    `The shop of ${dir} was moved to ${mark.to} at ${mark.at}, and sells from there: set DATABASE_URL. What was sold since is not in this directory; if nothing was, remove ${join(dir, FILE)} to sell from here again.`,
  );
}
