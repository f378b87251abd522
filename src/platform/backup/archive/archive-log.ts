import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#platform/db/client.ts';
import type { PostgresCluster } from '#platform/embedded/postgres-cluster.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { copyFile } from '../copy/copy-file.ts';
import { vouchedName } from '../sealing/object-names.ts';
import type { BackupStore } from '../store/backup-store.ts';
import type { ArchiveState } from './archive-state.ts';
import { nextSegment, segmentObject } from './segments.ts';

/** What the server keeps its log for; it survives restarts. */
const SLOT = 'facevalue_archive';

export interface Archiving {
  /** The superuser's connection to the cluster. */
  sql: Sql;
  cluster: PostgresCluster;
  store: BackupStore;
  recipient: string;
  macs: Macs;
  state: ArchiveState;
}

/**
 * Ends the current segment of the log and stores all that the store lacks, in order. A gap is noted in the state: then only a new
 * backup can be followed by the log.
 */
export async function archiveLog({ sql, cluster, store, recipient, macs, state }: Archiving): Promise<void> {
  const oldest = await holdLog(sql, state);
  // Where nothing was written since the last switch, this is the first byte of the segment in use, which has not ended.
  const [ended] = await sql<{ segment: string; lsn: string }[]>`
    select pg_walfile_name(lsn - 1) as segment, lsn::text from pg_switch_wal() as lsn`;
  const { archive, stored_segment } = await state.read();
  for (let segment = stored_segment ? nextSegment(stored_segment) : oldest; segment <= ended!.segment; ) {
    const file = join(cluster.data, 'pg_wal', segment);
    if (!(await exists(file))) {
      await state.noteGap();
      return;
    }
    await copyFile({ store, recipient }, { file }, vouchedName(macs, segmentObject(archive, segment)));
    await state.noteStored(segment);
    segment = nextSegment(segment);
  }
  await sql`select pg_replication_slot_advance(${SLOT}, ${ended!.lsn}::pg_lsn)`;
}

/** Has the server keep its log from now on; the oldest segment that it still has for us. */
async function holdLog(sql: Sql, state: ArchiveState): Promise<string> {
  const [slot] = await sql<{ lost: boolean; segment: string | null }[]>`
    select wal_status = 'lost' as lost, pg_walfile_name(restart_lsn) as segment
    from pg_replication_slots where slot_name = ${SLOT}`;
  if (slot && !slot.lost && slot.segment) return slot.segment;
  if (slot) await sql`select pg_drop_replication_slot(${SLOT})`;
  const [made] = await sql<{ segment: string }[]>`
    select pg_walfile_name(lsn) as segment from pg_create_physical_replication_slot(${SLOT}, true)`;
  await state.noteGap();
  return made!.segment;
}

/** For a shop without an archive: the server needn't keep its log for it any more. */
export async function releaseLog(sql: Sql): Promise<void> {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${SLOT}
    and not active`;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
