import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workThrough } from '#platform/jobs/work-through.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';
import { openObject } from './open-object.ts';

/** PostgreSQL refuses a folder that others can list. */
const OWN_MODE = 0o700;

/** Writes every file of a backup below an empty folder. Throws a BackupError for the first that isn't what was copied. */
export async function unpackBackup(
  from: { store: BackupStore; identity: string },
  manifest: Manifest,
  dir: string,
): Promise<void> {
  for (const path of manifest.directories) await mkdir(join(dir, path), { recursive: true, mode: OWN_MODE });
  await chmod(join(dir, 'postgres', 'data'), OWN_MODE);
  await workThrough(manifest.files, async (file) => {
    const path = join(dir, file.path);
    await mkdir(dirname(path), { recursive: true, mode: OWN_MODE });
    await openObject(from, file.object, path, ({ object_sha256, sha256 }) => {
      if (object_sha256 !== file.object_sha256 || sha256 !== file.sha256)
        throw new BackupError(`${file.object} was changed after it was stored.`);
    });
  });
}
