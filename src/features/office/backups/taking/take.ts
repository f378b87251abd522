import { openArchive } from '#platform/backup/archive/archive-state.ts';
import type { BackupIndex, Manifest } from '#platform/backup/catalogue/manifest.ts';
import { takeBackup } from '#platform/backup/copy/take-backup.ts';
import { takeDump } from '#platform/backup/dump/take-dump.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { describeSettings } from '#platform/describe-settings.ts';
import { openRunning } from '#platform/embedded/postgres-cluster.ts';
import type { Macs } from '#platform/vault/create-vault.ts';

/** What a backup takes besides the database. */
export interface Taker {
  config: Config;
  clock: Clock;
  /** Those that only a process with the master key can make. */
  macs: Macs;
}

export interface Asked {
  /** The folder or bucket that takes it. */
  target: string;
  /** The public key of an age identity. */
  recipient: string;
  signal?: AbortSignal;
}

export interface Taken {
  index: BackupIndex;
  manifest: Manifest;
  /** Files that were stored, and not held by an earlier backup. */
  new_files: number;
}

/** Takes a backup of the embedded database by its files, or of an external one by a dump, and records nothing. */
export async function take({ config, clock, macs }: Taker, { target, recipient, signal }: Asked): Promise<Taken> {
  const { data_dir, database_url, database_owner_url } = config;
  const store = await openStore(target, config.backup_s3);
  const state = await openArchive(data_dir, store.place);
  const { archive, gaps } = await state.read();
  const settings = describeSettings(config).map(({ name, value }) => ({ name, value }));
  const common = { store, recipient, macs, clock, data_dir, archive, settings, signal };
  if (database_url) return takeDump({ ...common, url: database_owner_url ?? database_url });
  const running = await openRunning(data_dir);
  const taken = await takeBackup({ ...common, ...running, previous: await state.readManifest() });
  await state.writeManifest(taken.manifest);
  await state.noteCovered(gaps);
  return taken;
}
