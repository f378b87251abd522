import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Macs } from '#platform/vault/create-vault.ts';
import { listBackups } from '../catalogue/list-backups.ts';
import { type BackupIndex, type Manifest, manifest as manifestShape } from '../catalogue/manifest.ts';
import { keyFingerprint } from '../sealing/key-fingerprint.ts';
import { isVouched } from '../sealing/object-names.ts';
import { openStream } from '../sealing/seal-stream.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';
import { readWhole } from '../store/read-whole.ts';

/** The newest backup, or the newest that had ended at a time. Throws a BackupError that says what else there is. */
export async function findBackup(store: BackupStore, macs: Macs, at: Date | null): Promise<BackupIndex> {
  const { backups, foreign } = await listBackups(store, macs);
  const found = backups.findLast(({ index }) => !at || index.finished_at <= at.toISOString());
  if (found) return found.index;
  const [oldest] = backups;
  if (oldest)
    throw new BackupError(`The oldest backup in ${store.place} ended at ${oldest.index.finished_at}, after that time.`);
  throw new BackupError(
    foreign > 0
      ? `Nothing in ${store.place} was made with this master key: check MASTER_KEY_FILE. If it is the right one, somebody else wrote these backups.`
      : `There is no backup in ${store.place}.`,
  );
}

/** What a backup holds. Throws a BackupError if it isn't this shop's or can't be opened with the identity. */
export async function readManifest(
  { store, macs, identity }: { store: BackupStore; macs: Macs; identity: string },
  index: BackupIndex,
): Promise<Manifest> {
  const bytes = await readWhole(store, index.manifest);
  if (!bytes || !isVouched(macs, index.manifest, createHash('sha256').update(bytes).digest('hex'))) {
    throw new BackupError(`${index.manifest} was changed after it was stored.`);
  }
  const opened = await Array.fromAsync(await openStream(identity, Readable.from([bytes])));
  const manifest = manifestShape.parse(JSON.parse(Buffer.concat(opened).toString('utf8')));
  if (manifest.key_fingerprint !== keyFingerprint(macs)) {
    throw new BackupError('The backup belongs to another master key: check MASTER_KEY_FILE.');
  }
  return manifest;
}
