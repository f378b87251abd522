import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { expireBackups, type Keeping } from '#platform/backup/catalogue/expire-backups.ts';
import { listBackups } from '#platform/backup/catalogue/list-backups.ts';
import type { BackupStore } from '#platform/backup/store/backup-store.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { noteRemovalFailure, noteStored } from './note-stored.ts';

/**
 * Removes the backups of this data directory that needn't stay, and notes which are there whole. Those of another one stay until somebody
 * removes them. A failure is noted for the alert, and tried again after the next backup.
 */
export async function removeExpired(ctx: VaultCtx, store: BackupStore, keeping: Keeping): Promise<void> {
  const { config, vault, log } = ctx;
  try {
    const { archive } = await (await openArchive(config.data_dir, store.place)).read();
    const { backups } = await listBackups(store, vault.backups, archive);
    const removed = await expireBackups(store, { archive, backups, keeping });
    if (removed > 0) log.info({ removed }, 'removed old backups');
    const names = new Set(await store.list(''));
    const isWhole = ({ index, name }: (typeof backups)[number]) =>
      [name, index.manifest, ...index.objects].every((object) => names.has(object));
    await noteStored(ctx, store.place, {
      there: [...names].flatMap((name) => /\/([^/]+)\/index\.[0-9a-f]{64}\.json$/.exec(name)?.[1] ?? []),
      whole: backups.filter(isWhole).map(({ index }) => index.backup),
      broken: backups.filter((backup) => names.has(backup.name) && !isWhole(backup)).map(({ index }) => index.backup),
    });
  } catch (error) {
    await noteRemovalFailure(ctx, store.place, error);
    log.error({ err: error }, 'old backups were not removed');
  }
}
