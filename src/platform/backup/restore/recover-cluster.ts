import { chown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#contracts/time-units.ts';
import { openCluster, stopCluster } from '#platform/embedded/postgres-cluster.ts';
import { runCluster } from '#platform/embedded/run-cluster.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';
import { feedLog } from './feed-log.ts';

/**
 * Replays the log of an archive on an unpacked backup, to its end or up to a time, and stops the server again. Throws a BackupError
 * if the log ends before that time or isn't what was stored.
 */
export async function recoverCluster(
  from: { store: BackupStore; macs: Macs; identity: string },
  { dir, archive, at }: { dir: string; archive: string; at: Date | null },
): Promise<{ segments: number }> {
  const home = join(dir, 'postgres');
  const cluster = await openCluster(dir);
  // Root hands the files to the user who runs the server.
  const own = async (path: string) => {
    const { ids } = cluster.user;
    if (ids) await chown(path, ids.uid, ids.gid);
  };
  await writeFile(join(cluster.data, 'recovery.signal'), '', { mode: 0o600 });
  await own(home);
  for (const entry of await readdir(home, { recursive: true })) await own(join(home, entry));
  const feed = await feedLog(from, { archive, folder: join(home, 'log-feed'), own });
  try {
    await runCluster(cluster, {
      deadline_ms: DAY_MS,
      settings: {
        restore_command: feed.command,
        recovery_target_timeline: 'current',
        ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
        hot_standby: 'off',
      },
    });
    await stopCluster(cluster);
  } catch (error) {
    // What was wrong with the log explains why the server gave up.
    await feed.end();
    if (!/recovery ended before configured recovery target/.test((error as Error).message)) throw error;
    throw new BackupError(
      `The log in ${from.store.place} ends before ${at?.toISOString()}: leave --at out to restore all that there is.`,
      { cause: error },
    );
  }
  return feed.end();
}
