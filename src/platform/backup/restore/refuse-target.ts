import { readdir } from 'node:fs/promises';
import { BackupError } from '../store/backup-store.ts';

/** A restore never writes over anything. */
export async function refuseUsedFolder(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${dir} can't be used: ${error.message}`, { cause: error });
  });
  if (entries.length > 0) throw new BackupError(`${dir} isn't empty: restore into a new folder.`);
}
