import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShop } from '#app/boot.ts';
import { connectPatiently } from '#app/database/migrate-database.ts';
import { restoreDump } from '#platform/backup/dump/restore-dump.ts';
import { releaseOf, versionAt } from '#platform/backup/dump/server-version.ts';
import { ANCHORS_FILE } from '#platform/backup/dump/take-dump.ts';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { BackupError, type BackupStore } from '#platform/backup/store/backup-store.ts';
import type { Config } from '#platform/config.ts';
import type { Sql } from '#platform/db/client.ts';
import type { Logger } from '#platform/log.ts';
import { emptyTarget } from '#platform/move/empty-target.ts';
import { endMove } from '#platform/move/unfinished-move.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import type { Asked } from './restore-arguments.ts';
import { settleAndCheck } from './settle-and-check.ts';

const MEGABYTE = 1e6;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Restoring {
  from: { store: BackupStore; macs: Macs; identity: string };
  config: Config;
  log: Logger;
  asked: Asked;
}

/**
 * Brings a dump back into the empty database of the settings, makes it fit to run, and checks it; exits with 1 if a check fails. Until
 * it is fit to run, no shop starts from it: mails would go out twice, and numbers be given twice.
 */
export async function restoreDatabase(restoring: Restoring): Promise<number> {
  const { database_url, database_owner_url } = restoring.config;
  if (!database_url)
    throw new BackupError('Set DATABASE_URL and DATABASE_OWNER_URL to the empty database that takes the dump.');
  const target = connectPatiently(database_owner_url ?? database_url);
  try {
    return await restoreInto(target, { ...restoring, database_url });
  } finally {
    await target.end({ timeout: 1 });
  }
}

async function restoreInto(
  target: Sql,
  { from, config, log, asked, database_url }: Restoring & { database_url: string },
): Promise<number> {
  const { at } = asked;
  const { database_owner_url, database_web_role, data_dir } = config;
  const index = await findBackup(from.store, from.macs, { format: 2, at });
  const manifest = await readManifest(from, index);
  const id = randomUUID();
  await emptyTarget(target, id);
  say(`Restoring ${index.backup}, ${(index.bytes / MEGABYTE).toFixed(1)} MB, which ended at ${index.finished_at}.`);
  if (at) say(`A dump has no log: it is the newest that had ended at ${at.toISOString()}.`);
  mkdirSync(data_dir, { recursive: true });
  const anchors = join(data_dir, ANCHORS_FILE);
  const url = database_owner_url ?? database_url;
  const to = { url, release: releaseOf(await versionAt(url)), waits_in: tmpdir() };
  await restoreDump(from, manifest, { ...to, anchors: existsSync(anchors) ? null : anchors }).catch(
    async (error: unknown) => {
      // It leaves the database as it was.
      await endMove(target);
      throw error;
    },
  );
  const database = { url: database_url, owner_url: database_owner_url, web_role: database_web_role };
  const shop = await openShop({ config: { ...config, backup: null }, log, database, moving: id });
  try {
    const code = await settleAndCheck(shop, { asked, backup: index.backup, dir: null });
    await endMove(target);
    say('The shop is in the database of DATABASE_URL: start it with the same master key.');
    return code;
  } finally {
    await shop.close();
  }
}
