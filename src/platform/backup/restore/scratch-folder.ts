import { access, mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster, runningServer, stopCluster } from '#platform/embedded/postgres-cluster.ts';
import { BackupError } from '../store/backup-store.ts';

/** What a drill leaves free for the shop itself, its database's log above all. */
const LEFT_BYTES = 2e9;

const scratchOf = (data_dir: string) => join(data_dir, 'drill');

/**
 * Makes the folder below DATA_DIR into which a backup of so many bytes can be restored to try it. Throws a BackupError where the disk has
 * no room for both it and the shop.
 */
export async function makeScratch(data_dir: string, bytes: number): Promise<string> {
  await removeScratch(data_dir);
  const { bavail, bsize } = await statfs(data_dir);
  const free = bavail * bsize;
  if (free < bytes + LEFT_BYTES) {
    throw new BackupError(
      `A drill takes ${gigabytes(bytes + LEFT_BYTES)} GB on the disk of ${data_dir}, where ${gigabytes(free)} GB are free: make room.`,
    );
  }
  const dir = scratchOf(data_dir);
  await mkdir(dir, { mode: 0o711 });
  return dir;
}

/** Removes it with the database that may still run in it, such as after a process was killed. */
export async function removeScratch(data_dir: string): Promise<void> {
  const dir = scratchOf(data_dir);
  if (await exists(join(dir, 'postgres', 'password'))) {
    const cluster = await openCluster(dir);
    if (await runningServer(cluster)) await stopCluster(cluster);
  }
  await rm(dir, { recursive: true, force: true });
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
