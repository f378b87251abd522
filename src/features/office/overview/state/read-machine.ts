import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Overview } from '#contracts/office/overview.ts';
import type { Ctx } from '../../../ctx.ts';

/** Space on the disk, the size of the database, and the last backup: the shop's own, or the one that touches a file (docs/operate.md). */
export async function readMachine({ sql, config }: Ctx): Promise<NonNullable<Overview['machine']>> {
  const [disk, touched, [database]] = await Promise.all([
    statfs(config.data_dir).catch(() => null),
    stat(join(config.data_dir, 'last-backup')).catch(() => null),
    sql<[{ bytes: number; backup_at: string | null }]>`
      select pg_database_size(current_database()) as bytes,
        (select max(ended_at) from backups where name is not null) as backup_at`,
  ]);
  const backups = [touched?.mtime.toISOString(), database.backup_at].filter((at) => typeof at === 'string');
  return {
    disk_free_bytes: disk ? disk.bavail * disk.bsize : 0,
    disk_total_bytes: disk ? disk.blocks * disk.bsize : 0,
    database_bytes: database.bytes,
    backup_at: backups.sort().at(-1) ?? null,
  };
}
