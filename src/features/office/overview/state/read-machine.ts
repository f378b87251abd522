import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Overview } from '#contracts/office/overview.ts';
import type { Ctx } from '../../../ctx.ts';

/** Space on the disk, the size of the database, and the file that the operator's backup touches (docs/operate.md). */
export async function readMachine({ sql, config }: Ctx): Promise<NonNullable<Overview['machine']>> {
  const [disk, backup, [database]] = await Promise.all([
    statfs(config.data_dir).catch(() => null),
    stat(join(config.data_dir, 'last-backup')).catch(() => null),
    sql<[{ bytes: number }]>`select pg_database_size(current_database()) as bytes`,
  ]);
  return {
    disk_free_bytes: disk ? disk.bavail * disk.bsize : 0,
    disk_total_bytes: disk ? disk.blocks * disk.bsize : 0,
    database_bytes: database.bytes,
    backup_at: backup?.mtime.toISOString() ?? null,
  };
}
