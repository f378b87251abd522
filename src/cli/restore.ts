import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { boot } from '#app/boot.ts';
import type { FilesIndex, Manifest } from '#platform/backup/catalogue/manifest.ts';
import { checkPages } from '#platform/backup/restore/check-pages.ts';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { recoverCluster } from '#platform/backup/restore/recover-cluster.ts';
import { refuseUsedFolder } from '#platform/backup/restore/refuse-target.ts';
import { unpackBackup } from '#platform/backup/restore/unpack-backup.ts';
import { identityIn } from '#platform/backup/sealing/seal-stream.ts';
import { BackupError, type BackupStore } from '#platform/backup/store/backup-store.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import type { Config } from '#platform/config.ts';
import { connect } from '#platform/db/client.ts';
import { clusterUrl, openRunning, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE } from '#platform/embedded/prepare-database.ts';
import type { Logger } from '#platform/log.ts';
import { createVault, type Macs } from '#platform/vault/create-vault.ts';
import { askedFor } from './backup/restore-arguments.ts';
import { restoreDatabase } from './backup/restore-database.ts';
import { settleAndCheck } from './backup/settle-and-check.ts';

const MEGABYTE = 1e6;
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `facevalue restore`: brings a shop back into a new folder or an empty database, checks it and says what it lacks; exits with 1 if a
 * check fails.
 */
export async function run(config: Config, log: Logger, args: string[]): Promise<number> {
  const asked = askedFor(args);
  const { dir, at } = asked;
  if (dir !== null) await refuseUsedFolder(dir);
  if (!existsSync(config.master_key_file)) {
    throw new BackupError(`There is no master key at ${config.master_key_file}: put it there, or set MASTER_KEY_FILE.`);
  }
  const macs = createVault(config.master_key_file).own;
  const identity = identityIn(await readFile(asked.identity_file, 'utf8'));
  const from = { store: await openStore(asked.source, config.backup_s3), macs, identity };
  if (dir === null) return restoreDatabase({ from, config, log, at });
  const index = await findBackup(from.store, macs, { format: 1, at });
  const manifest = await readManifest(from, index);
  const staging = `${dir}.restoring-${randomBytes(4).toString('hex')}`;
  await mkdir(staging, { recursive: true, mode: 0o711 });
  try {
    say(`Restoring ${index.backup}, ${(index.bytes / MEGABYTE).toFixed(1)} MB, which ended at ${index.finished_at}.`);
    const code = await restore({ from, config, log, at, index, manifest, staging });
    await rmdir(dir).catch(() => {});
    await rename(staging, dir);
    say(`The shop is in ${dir}: start it with DATA_DIR=${dir} and the same master key.`);
    return code;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

interface Restoring {
  from: { store: BackupStore; macs: Macs; identity: string };
  config: Config;
  log: Logger;
  at: Date | null;
  index: FilesIndex;
  manifest: Manifest;
  staging: string;
}

async function restore({ from, config, log, at, index, manifest, staging }: Restoring): Promise<number> {
  await unpackBackup(from, manifest, staging);
  const { segments } = await recoverCluster(from, { dir: staging, archive: index.archive, at });
  say(`Unpacked ${manifest.files.length} files and replayed ${segments} segments of the log.`);
  const shop = await boot(
    { ...config, data_dir: staging, database_url: null, database_owner_url: null, backup: null },
    log,
  );
  try {
    return await settleAndCheck(shop, { backup: index.backup, at, checkDisk: () => checkDisk(staging) });
  } finally {
    await shop.close();
  }
}

async function checkDisk(dir: string): Promise<boolean> {
  const pages = await checkAllPages(dir);
  for (const problem of pages.problems) say(problem);
  const sound = pages.problems.length === 0;
  say(`${pages.relations} tables and indices: ${sound ? 'every page is sound' : 'not every page is sound'}`);
  return sound;
}

async function checkAllPages(dir: string): ReturnType<typeof checkPages> {
  const { cluster, port } = await openRunning(dir);
  const sql = connect(clusterUrl(cluster, port, DATABASE, SUPERUSER), {
    max: 1,
    statement_timeout_ms: 0,
    answer_timeout_ms: 0,
  });
  try {
    return await checkPages(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
