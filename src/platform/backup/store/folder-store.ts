import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BackupError, type BackupStore, type Stored } from './backup-store.ts';
import { digestOf, writeFile } from './local-file.ts';

/** What is being written: never listed, and left by a killed process alone. */
const PART = '.part';

/** Backups in a folder, such as a mounted disk of another machine. The folder has to exist: an unmounted one doesn't fill this disk. */
export async function openFolderStore(folder: string): Promise<BackupStore> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    throw new BackupError(`There is no folder ${folder} for backups: make it, or mount the disk that holds it.`);
  }
  return {
    place: folder,
    put: (nameOf, bytes) => put(folder, nameOf, bytes),
    async read(name) {
      const path = join(folder, name);
      await access(path).catch(() => {
        throw new BackupError(`${name} is missing in ${folder}.`);
      });
      return createReadStream(path, { highWaterMark: 1 << 18 });
    },
    list: (prefix) => list(folder, prefix),
    async remove(name) {
      const path = join(folder, name);
      await rm(path, { force: true });
      await removeEmpty(dirname(path), folder);
    },
  };
}

async function put(
  folder: string,
  nameOf: string | ((sha256: string) => string),
  bytes: AsyncIterable<Uint8Array>,
): Promise<Stored> {
  const part = join(folder, `${randomBytes(8).toString('hex')}${PART}`);
  try {
    const written = await writeFile(part, bytes);
    if ((await digestOf(createReadStream(part, { highWaterMark: 1 << 18 }))) !== written.sha256) {
      throw new BackupError(`${folder} gave back other bytes than were written: check that disk.`);
    }
    const name = typeof nameOf === 'string' ? nameOf : nameOf(written.sha256);
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(part, path);
    await sync(dirname(path));
    return { name, ...written };
  } catch (error) {
    await rm(part, { force: true });
    throw readable(error, folder);
  }
}

// A new name is in its folder only once that is synced.
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function readable(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BackupError(`${folder} is full: free some space, or keep fewer backups (BACKUP_KEEP).`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new BackupError(`${folder} can't be written (${code}): give Facevalue's user the right to.`, {
      cause: error,
    });
  }
  return error;
}

async function list(folder: string, prefix: string): Promise<string[]> {
  const start = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name.startsWith(prefix))
    .sort();
}

async function removeEmpty(path: string, folder: string): Promise<void> {
  for (let each = path; each.length > folder.length; each = dirname(each)) {
    try {
      await rmdir(each);
    } catch {
      return;
    }
  }
}
