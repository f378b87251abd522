import type { Shop } from '#app/boot.ts';
import type { FilesIndex, Manifest } from '#platform/backup/catalogue/manifest.ts';
import { recoverCluster } from '#platform/backup/restore/recover-cluster.ts';
import { unpackBackup } from '#platform/backup/restore/unpack-backup.ts';
import type { BackupStore } from '#platform/backup/store/backup-store.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { type Copy, withCopy } from './with-copy.ts';

export interface BringBack extends Copy {
  from: { store: BackupStore; macs: Macs; identity: string };
  index: FilesIndex;
  manifest: Manifest;
  /** Up to which moment; null: all that there is. */
  at: Date | null;
}

/** Unpacks a backup into an empty folder, replays the log, and does some work with the shop that comes of it, which is stopped again. */
export async function bringBack<T>(
  { from, index, manifest, at, ...copy }: BringBack,
  work: (shop: Shop, replayed: { segments: number }) => Promise<T>,
): Promise<T> {
  await unpackBackup(from, manifest, copy.dir);
  const replayed = await recoverCluster(from, { dir: copy.dir, archive: index.archive, at });
  return withCopy(copy, (shop) => work(shop, replayed));
}
