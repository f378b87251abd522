import { boot, type Shop } from '#app/boot.ts';
import type { FilesIndex, Manifest } from '#platform/backup/catalogue/manifest.ts';
import { recoverCluster } from '#platform/backup/restore/recover-cluster.ts';
import { unpackBackup } from '#platform/backup/restore/unpack-backup.ts';
import type { BackupStore } from '#platform/backup/store/backup-store.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import type { Macs } from '#platform/vault/create-vault.ts';

export interface BringBack {
  from: { store: BackupStore; macs: Macs; identity: string };
  index: FilesIndex;
  manifest: Manifest;
  /** Up to which moment; null: all that there is. */
  at: Date | null;
  /** An empty folder. */
  dir: string;
  config: Config;
  log: Logger;
}

/** Unpacks a backup, replays the log, and does some work with the shop that comes of it, which is stopped again. */
export async function bringBack<T>(
  { from, index, manifest, at, dir, config, log }: BringBack,
  work: (shop: Shop, replayed: { segments: number }) => Promise<T>,
): Promise<T> {
  await unpackBackup(from, manifest, dir);
  const replayed = await recoverCluster(from, { dir, archive: index.archive, at });
  const shop = await boot(
    { ...config, data_dir: dir, database_url: null, database_owner_url: null, backup: null },
    log,
  );
  try {
    return await work(shop, replayed);
  } finally {
    await shop.close();
  }
}
