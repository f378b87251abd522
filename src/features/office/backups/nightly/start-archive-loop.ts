import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { archiveLog, releaseLog } from '#platform/backup/archive/archive-log.ts';
import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { clusterUrl, openRunning, type PostgresCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** What a crash of this machine may lose is written within this time and the moment that storing it takes. */
const EVERY_MS = 30_000;

/** Stores the log of the embedded database as it grows, or lets go of it where no archive is set any more. Of another one there is no log. */
export function startArchiveLoop(ctx: VaultCtx): { stop(): Promise<void> } {
  const { config, vault } = ctx;
  const { backup, data_dir } = config;
  if (config.database_url) return { stop: async () => {} };
  const hadArchive = !backup && existsSync(join(data_dir, 'backup'));
  if (!backup && !hadArchive) return { stop: async () => {} };
  return repeat(ctx, 'archive-log', EVERY_MS, () =>
    withServer(data_dir, async (sql, cluster) => {
      if (!backup) return releaseLog(sql);
      const store = await openStore(backup.target, config.backup_s3);
      const state = await openArchive(data_dir, store.place);
      await archiveLog({ sql, cluster, store, recipient: backup.recipient, macs: vault.backups, state });
    }),
  );
}

async function withServer(dir: string, work: (sql: Sql, cluster: PostgresCluster) => Promise<void>): Promise<void> {
  const { cluster, port } = await openRunning(dir);
  const sql = connect(clusterUrl(cluster, port, 'postgres', SUPERUSER), { max: 1 });
  try {
    await work(sql, cluster);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
