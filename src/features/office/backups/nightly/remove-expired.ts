import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { expireBackups, type Keeping } from '#platform/backup/catalogue/expire-backups.ts';
import { listBackups } from '#platform/backup/catalogue/list-backups.ts';
import type { BackupStore } from '#platform/backup/store/backup-store.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** Removes the backups of this data directory that needn't stay. Those of another one stay until somebody removes them. */
export async function removeExpired(
  { config, vault, log }: VaultCtx,
  store: BackupStore,
  keeping: Keeping,
): Promise<void> {
  const { archive } = await (await openArchive(config.data_dir, store.place)).read();
  const { backups } = await listBackups(store, vault.backups, archive);
  const removed = await expireBackups(store, { archive, backups, keeping });
  if (removed > 0) log.info({ removed }, 'removed old backups');
}
