import { readFile, stat } from 'node:fs/promises';
import type { Shop } from '#app/boot.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { type Drilled, recordDrill } from '#features/office/drills/outcomes/record-drill.ts';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { makeScratch, removeScratch } from '#platform/backup/restore/scratch-folder.ts';
import { identityIn } from '#platform/backup/sealing/seal-stream.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { type BringBack, bringBack } from './backup/bring-back.ts';
import { bringDumpBack } from './backup/bring-dump-back.ts';
import { checkRestored } from './backup/check-restored.ts';

const UNSET = `Set BACKUP_TARGET, BACKUP_KEY and BACKUP_DRILL_IDENTITY_FILE: this command restores the newest backup with them.`;
const OTHERS = 0o077;
const MEGABYTE = 1e6;

type Started = Omit<Drilled, 'failure'>;

/** `facevalue drill`: restores the newest backup, files or dump, into a folder that it removes again, checks it and records how it went. */
export async function run(ctx: VaultCtx, args: string[], { databaseUrl }: Pick<Shop, 'databaseUrl'>): Promise<number> {
  if (args.length > 0) throw new Error('Usage: facevalue drill');
  const { backup } = ctx.config;
  if (!backup?.drill_identity_file) throw new BackupError(UNSET);
  const { target: place, drill_identity_file } = backup;
  const started_at = ctx.clock.now();
  const drilled: Started = { started_at, place, backup: null, bytes: 0, segments: 0 };
  const alone = createExclusive(databaseUrl, 'backup drill');
  try {
    if (!(await alone.held())) throw new BackupError('Another drill runs: wait for its end.');
    return await runAlone(ctx, drill_identity_file, drilled);
  } finally {
    await alone.release();
  }
}

async function runAlone(ctx: VaultCtx, drill_identity_file: string, drilled: Started): Promise<number> {
  try {
    await drill(ctx, drill_identity_file, drilled);
    await recordDrill(ctx, { ...drilled, failure: null });
  } catch (failure) {
    await recordDrill(ctx, { ...drilled, failure });
    throw failure;
  } finally {
    await removeScratch(ctx.config.data_dir);
  }
  const seconds = Math.round((ctx.clock.now().getTime() - drilled.started_at.getTime()) / 1_000);
  const megabytes = `${(drilled.bytes / MEGABYTE).toFixed(1)} MB`;
  const what = ctx.config.database_url
    ? `a dump of ${megabytes}`
    : `${megabytes} with ${drilled.segments} segments of the log`;
  process.stdout.write(`${drilled.backup}, ${what}, came back in ${seconds} seconds, and every check held.\n`);
  return 0;
}

async function drill(ctx: VaultCtx, identity_file: string, drilled: Started): Promise<void> {
  const { config, vault } = ctx;
  const identity = identityIn(await readIdentity(identity_file));
  const from = { store: await openStore(drilled.place, config.backup_s3), macs: vault.backups, identity };
  const failed = await (config.database_url === null ? drillFiles(ctx, from, drilled) : drillDump(ctx, from, drilled));
  if (failed.length > 0)
    throw new BackupError(`${drilled.backup} came back, but not all of it is right: ${failed.join(', ')}.`);
}

/** Of the embedded database: its files with the log. Returns the checks that failed. */
async function drillFiles({ config, log }: VaultCtx, from: BringBack['from'], drilled: Started): Promise<string[]> {
  const index = await findBackup(from.store, from.macs, { format: 1, at: null });
  Object.assign(drilled, { backup: index.backup, bytes: index.bytes });
  const manifest = await readManifest(from, index);
  const dir = await makeScratch(config.data_dir, index.bytes);
  return bringBack({ from, index, manifest, at: null, dir, config, log }, (shop, { segments }) => {
    drilled.segments = segments;
    return checkRestored(shop, dir);
  });
}

/** Of an external database: its dump, in a server of the shop's own. Its pages are new, so that they prove nothing. */
async function drillDump({ config, log, sql }: VaultCtx, from: BringBack['from'], drilled: Started): Promise<string[]> {
  const index = await findBackup(from.store, from.macs, { format: 2, at: null });
  Object.assign(drilled, { backup: index.backup, bytes: index.bytes });
  const manifest = await readManifest(from, index);
  // The dump waits beside the database that is made from it, which takes no more than the one that it was made of.
  const [database] = await sql<[{ bytes: number }]>`select pg_database_size(current_database()) as bytes`;
  const dir = await makeScratch(config.data_dir, index.bytes + database.bytes);
  return bringDumpBack({ from, manifest, dir, config, log }, (shop) => checkRestored(shop, null));
}

async function readIdentity(file: string): Promise<string> {
  const { mode } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`BACKUP_DRILL_IDENTITY_FILE: ${file} can't be read (${error.code}).`, { cause: error });
  });
  if ((mode & OTHERS) !== 0) throw new BackupError(`${file} is open to other users of this machine: chmod 600 it.`);
  return readFile(file, 'utf8');
}
