import { createHash } from 'node:crypto';
import type { Macs } from '#platform/vault/create-vault.ts';
import { isVouched } from '../sealing/object-names.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { readWhole } from '../store/read-whole.ts';
import { type BackupIndex, backupIndex } from './manifest.ts';

export interface Listed {
  /** Complete backups of this shop, oldest first, with the names of their indices. */
  backups: { index: BackupIndex; name: string }[];
  /** Indices that another master key vouches for, or nobody. */
  foreign: number;
}

/** The backups in a store, of one archive or of all. */
export async function listBackups(store: BackupStore, macs: Macs, archive = ''): Promise<Listed> {
  const names = (await store.list(archive && `${archive}/`)).filter((name) =>
    /\/index\.[0-9a-f]{64}\.json$/.test(name),
  );
  const listed: Listed = { backups: [], foreign: 0 };
  for (const name of names) {
    const bytes = await readWhole(store, name);
    if (bytes && isVouched(macs, name, createHash('sha256').update(bytes).digest('hex'))) {
      listed.backups.push({ index: backupIndex.parse(JSON.parse(bytes.toString('utf8'))), name });
    } else listed.foreign += 1;
  }
  listed.backups.sort((one, other) => one.index.finished_at.localeCompare(other.index.finished_at));
  return listed;
}
