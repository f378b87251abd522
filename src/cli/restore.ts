import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { refuseUsedFolder } from '#platform/backup/restore/refuse-target.ts';
import { identityIn } from '#platform/backup/sealing/seal-stream.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { hasMasterKey, loadMasterKey } from '#platform/vault/master-key.ts';
import { bringBack } from './backup/bring-back.ts';
import { checkRestored } from './backup/check-restored.ts';
import { askedFor } from './backup/restore-arguments.ts';
import { restoreDatabase } from './backup/restore-database.ts';
import { withScrubbed } from './backup/scrub-copy.ts';
import { settleAndCheck } from './backup/settle-and-check.ts';

const MEGABYTE = 1e6;
/** Between the folder and what tells one attempt from another. */
const STAGING = '.restoring-';
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `facevalue restore`: brings a shop back into a new folder or an empty database, checks it and says what it lacks; exits with 1 if a
 * check fails.
 */
export async function run(config: Config, log: Logger, args: string[]): Promise<number> {
  const asked = askedFor(args);
  const { dir } = asked;
  if (dir !== null) {
    await refuseUsedFolder(dir);
    await nameLeftovers(dir);
  }
  const { file } = config.master_key;
  if (!hasMasterKey(config.master_key))
    throw new BackupError(`There is no master key at ${file}: put it there, or set MASTER_KEY_FILE.`);
  const { backups: macs } = vaultOf(loadMasterKey(config.master_key));
  const identity = identityIn(await readFile(asked.identity_file, 'utf8'));
  const from = { store: await openStore(asked.source, config.backup_s3), macs, identity };
  if (dir === null) return restoreDatabase({ from, config, log, asked });
  const index = await findBackup(from.store, macs, { format: 1, at: asked.at });
  const manifest = await readManifest(from, index);
  const staging = `${dir}${STAGING}${randomBytes(4).toString('hex')}`;
  await mkdir(staging, { recursive: true, mode: 0o711 });
  try {
    say(`Restoring ${index.backup}, ${(index.bytes / MEGABYTE).toFixed(1)} MB, which ended at ${index.finished_at}.`);
    const back = { from, index, manifest, at: asked.at, dir: staging, config, log };
    const code = await bringBack(back, (shop, { segments }) => {
      say(`Unpacked ${manifest.files.length} files and replayed ${segments} segments of the log.`);
      return settleAndCheck(shop, { asked, backup: index.backup, dir: staging });
    });
    const scrubbed = asked.scrub
      ? await withScrubbed({ config, log, dir: staging }, (shop) => checkRestored(shop, staging))
      : [];
    await rmdir(dir).catch(() => {});
    await rename(staging, dir);
    if (asked.scrub)
      say(`The copy for staging is in ${dir}, with a master key of its own: start it with DATA_DIR=${dir} alone.`);
    else say(`The shop is in ${dir}: start it with DATA_DIR=${dir} and the same master key.`);
    return scrubbed.length === 0 ? code : 1;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Says what restores that were cut off left, such as by a power cut: it holds the shop's data, scrubbed or not. */
async function nameLeftovers(dir: string): Promise<void> {
  const names = await readdir(dirname(dir)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(dir)}${STAGING}`)))
    say(
      `${join(dirname(dir), name)} is left of a restore that was cut off, unless one is under way. It holds the shop's data: remove it.`,
    );
}
