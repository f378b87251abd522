import { BackupError } from '#platform/backup/store/backup-store.ts';
import type { Db } from '#platform/db/client.ts';
import type { Logger } from '#platform/log.ts';
import { type Begun, reasonOf, recordBackup } from './record-backup.ts';
import { type Taken, type Taker, take } from './take.ts';

/** Records the backup, once the tables are those of this release. */
export type RecordLater = (sql: Db) => Promise<void>;

/**
 * Takes a backup before a database is migrated, where the shop backs it up. Throws a BackupError if it fails: then nothing is migrated.
 * Where the operator's own tool does, or nobody, the log says so.
 */
export async function backUpBeforeUpgrade(taker: Taker, log: Logger): Promise<RecordLater | null> {
  const { config, clock } = taker;
  if (!config.backup) {
    if (config.pgbackrest) log.info(BY_PGBACKREST);
    else if (!config.demo) log.warn(BY_NOBODY);
    return null;
  }
  const { target, recipient } = config.backup;
  const begun: Begun = { started_at: clock.now(), place: target, by: 'upgrade' };
  log.info({ place: target }, 'backing up before the database is migrated');
  const taken: Taken = await take(taker, { target, recipient }).catch((error: unknown) => {
    throw new BackupError(
      `Nothing was migrated, because the backup before it failed: ${reasonOf(error)}\nMend that, or go on without a backup: facevalue upgrade --without-backup.`,
      { cause: error },
    );
  });
  const ended_at = clock.now();
  log.info({ backup: taken.index.backup, bytes: taken.index.bytes }, 'backed up');
  return (sql) => recordBackup(sql, begun, taken, ended_at);
}

const BY_PGBACKREST = 'The database is migrated without a backup by the shop: pgBackRest has one (BACKUP_PGBACKREST).';
const BY_NOBODY =
  'The database is migrated without a backup: set BACKUP_TARGET and BACKUP_KEY, or BACKUP_PGBACKREST, and the next upgrade takes one first.';
