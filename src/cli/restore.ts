import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { boot, type Shop } from '#app/boot.ts';
import { openSamples } from '#features/office/backups/restored/open-samples.ts';
import { readLast } from '#features/office/backups/restored/read-last.ts';
import { settleRestored } from '#features/office/backups/restored/settle-restored.ts';
import type { BackupIndex, Manifest } from '#platform/backup/catalogue/manifest.ts';
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
import { type Macs, vaultOf } from '#platform/vault/create-vault.ts';
import { hasMasterKey, loadMasterKey } from '#platform/vault/master-key.ts';
import { run as audit } from './audit.ts';
import { reportRestored } from './backup/report-restored.ts';
import { type Asked, askedFor } from './backup/restore-arguments.ts';
import { run as ledgerVerify } from './ledger-verify.ts';

const MEGABYTE = 1e6;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** `facevalue restore`: brings a shop back into a new folder, checks it and says what it lacks; exits with 1 if a check fails. */
export async function run(config: Config, log: Logger, args: string[]): Promise<number> {
  const asked = askedFor(args);
  await refuseUsedFolder(asked.dir);
  const { file } = config.master_key;
  if (!hasMasterKey(config.master_key))
    throw new BackupError(`There is no master key at ${file}: put it there, or set MASTER_KEY_FILE.`);
  const { backups: macs } = vaultOf(loadMasterKey(config.master_key));
  const identity = identityIn(await readFile(asked.identity_file, 'utf8'));
  const from = { store: await openStore(asked.source, config.backup_s3), macs, identity };
  const index = await findBackup(from.store, macs, asked.at);
  const manifest = await readManifest(from, index);
  const staging = `${asked.dir}.restoring-${randomBytes(4).toString('hex')}`;
  await mkdir(staging, { recursive: true, mode: 0o711 });
  try {
    say(`Restoring ${index.backup}, ${(index.bytes / MEGABYTE).toFixed(1)} MB, which ended at ${index.finished_at}.`);
    const code = await restore({ from, config, log, asked, index, manifest, staging });
    await rmdir(asked.dir).catch(() => {});
    await rename(staging, asked.dir);
    say(`The shop is in ${asked.dir}: start it with DATA_DIR=${asked.dir} and the same master key.`);
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
  asked: Asked;
  index: BackupIndex;
  manifest: Manifest;
  staging: string;
}

async function restore({ from, config, log, asked, index, manifest, staging }: Restoring): Promise<number> {
  await unpackBackup(from, manifest, staging);
  const { segments } = await recoverCluster(from, { dir: staging, archive: index.archive, at: asked.at });
  say(`Unpacked ${manifest.files.length} files and replayed ${segments} segments of the log.`);
  const shop = await boot(
    { ...config, data_dir: staging, database_url: null, database_owner_url: null, backup: null },
    log,
  );
  try {
    const last = await readLast(shop.background.sql);
    const settled = await shop.asOwner((owner) =>
      settleRestored(owner, { backup: index.backup, at: asked.at?.toISOString() ?? null }),
    );
    const sound = await check(shop, staging);
    reportRestored(last, settled);
    return sound ? 0 : 1;
  } finally {
    await shop.close();
  }
}

/** Everything that can prove the copy wrong. */
async function check(shop: Shop, dir: string): Promise<boolean> {
  const pages = await checkAllPages(dir);
  for (const problem of pages.problems) say(problem);
  say(
    `${pages.relations} tables and indices: ${pages.problems.length === 0 ? 'every page is sound' : 'not every page is sound'}`,
  );
  const ledger = await ledgerVerify(shop.background, ['verify']);
  const chain = await audit(shop.background, ['verify']);
  const samples = await openSamples(shop.background);
  for (const problem of samples.problems) say(problem);
  say(`${samples.opened} cards, one of each batch, open with the master key`);
  return pages.problems.length === 0 && ledger === 0 && chain === 0 && samples.problems.length === 0;
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
