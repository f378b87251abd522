import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { type Taken, takeBackup } from '#platform/backup/copy/take-backup.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import { describeSettings } from '#platform/describe-settings.ts';
import { openRunning } from '#platform/embedded/postgres-cluster.ts';
import { maskError } from '#platform/masking/mask-error.ts';
import type { VaultCtx } from '../../../ctx.ts';

export interface BackUp {
  /** The folder or bucket that takes it. */
  target: string;
  /** The public key of an age identity. */
  recipient: string;
  by: 'night' | 'command';
  signal?: AbortSignal;
}

const LONGEST_ERROR = 1_000;

/**
 * Takes a backup of the embedded database into a store and records how it went. Throws a BackupError that says what to do.
 */
export async function backUp(ctx: VaultCtx, { target, recipient, by, signal }: BackUp): Promise<Taken> {
  const { sql, clock, config, vault } = ctx;
  const started_at = clock.now();
  try {
    const store = await openStore(target, config.backup_s3);
    const running = await openRunning(config.data_dir);
    const state = await openArchive(config.data_dir, store.place);
    const { archive, gaps } = await state.read();
    const taken = await takeBackup({
      store,
      recipient,
      macs: vault.backups,
      clock,
      data_dir: config.data_dir,
      ...running,
      archive,
      settings: describeSettings(config).map(({ name, value }) => ({ name, value })),
      previous: await state.readManifest(),
      ...(signal && { signal }),
    });
    await state.writeManifest(taken.manifest);
    await state.noteCovered(gaps);
    const { backup: name, bytes, stored_bytes } = taken.index;
    const counts = { files: taken.manifest.files.length, new_files: taken.new_files };
    const row = { started_at, ended_at: clock.now(), place: target, by, name, bytes, stored_bytes, ...counts };
    await sql`insert into backups ${sql(row)}`;
    return taken;
  } catch (error) {
    if (signal?.aborted) throw error;
    const said = error instanceof Error ? error.message : String(error);
    const reason = (error instanceof BackupError ? said : maskError(said)).slice(0, LONGEST_ERROR);
    const row = { started_at, ended_at: clock.now(), place: target, by, error: reason };
    await sql`insert into backups ${sql(row)}`;
    throw error;
  }
}
