import { join } from 'node:path';
import type { Shop } from '#app/boot.ts';
import type { Manifest } from '#platform/backup/catalogue/manifest.ts';
import { restoreDump } from '#platform/backup/dump/restore-dump.ts';
import { releaseOf, versionAt } from '#platform/backup/dump/server-version.ts';
import { ANCHORS_FILE } from '#platform/backup/dump/take-dump.ts';
import { BackupError, type BackupStore } from '#platform/backup/store/backup-store.ts';
import { clusterUrl, OWNER, openCluster } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE, prepareDatabase } from '#platform/embedded/prepare-database.ts';
import { runCluster } from '#platform/embedded/run-cluster.ts';
import { type Copy, withCopy } from './with-copy.ts';

/** Of a server that is removed again: nothing of it has to survive a crash. */
const FOR_ONCE = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };

/**
 * Restores a dump into a new server of the shop's own in an empty folder, and does some work with the shop that comes of it. Whoever
 * calls removes the folder with the server, which may still run after a failure. Throws a BackupError for a dump of a newer release.
 */
export async function bringDumpBack<T>(
  { from, manifest, ...copy }: Copy & { from: { store: BackupStore; identity: string }; manifest: Manifest },
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  const { dir } = copy;
  const release = releaseOf(manifest.server_version);
  const cluster = await openCluster(dir);
  const port = await runCluster(cluster, { settings: FOR_ONCE });
  await prepareDatabase(cluster, port);
  const url = clusterUrl(cluster, port, DATABASE, OWNER);
  const own = releaseOf(await versionAt(url));
  if (release > own)
    throw new BackupError(
      `The dump is of PostgreSQL ${release}, and the one that comes with the shop is ${own}: try it with facevalue restore --to database.`,
    );
  await restoreDump(from, manifest, { url, release, anchors: join(dir, ANCHORS_FILE), waits_in: dir });
  return withCopy(copy, work);
}
