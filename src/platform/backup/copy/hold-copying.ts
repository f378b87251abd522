import { randomBytes } from 'node:crypto';
import { connect } from '#platform/db/client.ts';
import { clusterUrl, type PostgresCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { BackupError } from '../store/backup-store.ts';

// Any constant: it is taken in the cluster's own database.
const BACKUP_LOCK = 4_203_710_004;

export interface CopiedLog {
  first_segment: string;
  last_segment: string;
  /** The content of backup_label, without which the copy is no backup. */
  label: string;
}

/**
 * Runs `copy` while the server is in backup mode, and `copyLog` while it still has the log from its start to its end. Refuses a
 * second backup at the same time.
 */
export async function holdCopying(
  { cluster, port }: { cluster: PostgresCluster; port: number },
  copy: (server: { version: number }) => Promise<void>,
  copyLog: (log: CopiedLog) => Promise<void>,
): Promise<CopiedLog> {
  const sql = connect(clusterUrl(cluster, port, 'postgres', SUPERUSER), {
    max: 1,
    application_name: 'facevalue backup',
    statement_timeout_ms: 0,
    answer_timeout_ms: 0,
    max_lifetime_seconds: null,
  });
  try {
    const [lock] = await sql<{ free: boolean }[]>`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`;
    if (!lock?.free) throw new BackupError('Another backup of this shop is running: wait until it has ended.');
    // Temporary: it goes with this connection. Until then the server removes nothing of the log.
    const slot = `facevalue_copy_${randomBytes(4).toString('hex')}`;
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
    const [start] = await sql<{ segment: string; version: number }[]>`
      select pg_walfile_name(pg_backup_start('facevalue', fast => true)) as segment,
        current_setting('server_version_num')::int as version`;
    await copy({ version: start!.version });
    const [stop] = await sql<{ segment: string; labelfile: string }[]>`
      select pg_walfile_name(lsn - 1) as segment, labelfile from pg_backup_stop(wait_for_archive => false)`;
    const log = { first_segment: start!.segment, last_segment: stop!.segment, label: stop!.labelfile };
    await copyLog(log);
    return log;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
