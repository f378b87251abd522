import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import type { Shop } from '#app/boot.ts';
import { outwardJobsOf } from '#app/worker.ts';
import { readLast } from '#features/office/backups/restored/read-last.ts';
import { settleRestored } from '#features/office/backups/restored/settle-restored.ts';
import { type MissingEntries, readMissing } from '#platform/audit/read-missing.ts';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { refuseUsedFolder } from '#platform/backup/restore/refuse-target.ts';
import { identityIn } from '#platform/backup/sealing/seal-stream.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { hasMasterKey, loadMasterKey } from '#platform/vault/master-key.ts';
import { run as audit } from './audit.ts';
import { bringBack } from './backup/bring-back.ts';
import { checkRestored } from './backup/check-restored.ts';
import { reportRestored } from './backup/report-restored.ts';
import { type Asked, askedFor } from './backup/restore-arguments.ts';
import { scrubCopy, withScrubbed } from './backup/scrub-copy.ts';
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
    const back = { from, index, manifest, at: asked.at, dir: staging, config, log };
    const code = await bringBack(back, (shop, { segments }) => {
      say(`Unpacked ${manifest.files.length} files and replayed ${segments} segments of the log.`);
      return settle(shop, { asked, backup: index.backup, staging });
    });
    const scrubbed = asked.scrub
      ? await withScrubbed({ config, log, dir: staging }, (shop) => check(shop, staging))
      : [];
    await rmdir(asked.dir).catch(() => {});
    await rename(staging, asked.dir);
    if (asked.scrub)
      say(
        `The copy for staging is in ${asked.dir}, with a master key of its own: start it with DATA_DIR=${asked.dir} alone.`,
      );
    else say(`The shop is in ${asked.dir}: start it with DATA_DIR=${asked.dir} and the same master key.`);
    return scrubbed.length === 0 ? code : 1;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

const check = (shop: Shop, dir: string) => checkRestored(shop, dir, { ledgerVerify, audit });

async function settle(
  shop: Shop,
  { asked, backup, staging }: { asked: Asked; backup: string; staging: string },
): Promise<number> {
  const last = await readLast(shop.background.sql);
  const outward = outwardJobsOf(shop.background);
  const settled = await shop.asOwner((owner) =>
    settleRestored(owner, { backup, at: asked.at?.toISOString() ?? null, outward }),
  );
  const failed = await check(shop, staging);
  if (asked.scrub) await scrubCopy(staging, backup);
  else reportRestored(last, settled, await missingIn(shop, asked.anchors_file));
  return failed.length === 0 ? 0 : 1;
}

/** What anchors from elsewhere say of entries that the copy lacks; null without a file of them. */
async function missingIn({ background }: Shop, file: string | null): Promise<MissingEntries | null> {
  if (file === null) return null;
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim());
  return readMissing(background.sql, background.vault, lines);
}
