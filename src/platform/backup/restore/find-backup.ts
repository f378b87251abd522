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

/** What is looked for: a copy of files (1) or a dump (2), the newest, or the newest that had ended at a time. */
interface Asked<F> {
  format: F;
  at: Date | null;
}

/** Finds a backup. Throws a BackupError that says what else there is. */
export async function findBackup<F extends BackupIndex['format']>(
  store: BackupStore,
  macs: Macs,
  { format, at }: Asked<F>,
): Promise<Extract<BackupIndex, { format: F }>> {
  const { backups, foreign } = await listBackups(store, macs);
  const indices = backups.map(({ index }) => index);
  const ofForm = indices.filter((index): index is Extract<BackupIndex, { format: F }> => index.format === format);
  const found = ofForm.findLast(({ finished_at }) => !at || finished_at <= at.toISOString());
  if (found) return found;
  const [oldest] = ofForm;
  if (oldest)
    throw new BackupError(`The oldest backup in ${store.place} ended at ${oldest.finished_at}, after that time.`);
  if (indices.length > 0) throw new BackupError(OTHER_FORM[format].replace('STORE', store.place));
  throw new BackupError(
    foreign > 0
      ? `Nothing in ${store.place} was made with this master key: check MASTER_KEY_FILE. If it is the right one, somebody else wrote these backups.`
      : `There is no backup in ${store.place}.`,
  );
}

const OTHER_FORM = {
  1: 'STORE has dumps of an external database alone: set DATABASE_URL to an empty one, and restore with --to database.',
  2: 'STORE has backups of the embedded database alone: restore with --to FOLDER, and move the shop with facevalue move-database.',
};

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
