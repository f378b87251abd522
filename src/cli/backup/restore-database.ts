import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openShop } from '#app/boot.ts';
import { restoreDump } from '#platform/backup/dump/restore-dump.ts';
import { ANCHORS_FILE } from '#platform/backup/dump/take-dump.ts';
import { findBackup, readManifest } from '#platform/backup/restore/find-backup.ts';
import { BackupError, type BackupStore } from '#platform/backup/store/backup-store.ts';
import type { Config } from '#platform/config.ts';
import { connect } from '#platform/db/client.ts';
import type { Logger } from '#platform/log.ts';
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

/** Brings a dump back into the empty database of the settings, and checks it; exits with 1 if a check fails. */
export async function restoreDatabase({ from, config, log, asked }: Restoring): Promise<number> {
  const { at } = asked;
  const { database_url, database_owner_url, database_web_role, data_dir } = config;
  if (!database_url)
    throw new BackupError('Set DATABASE_URL and DATABASE_OWNER_URL to the empty database that takes the dump.');
  const url = database_owner_url ?? database_url;
  const release = await refuseUsedDatabase(url);
  const index = await findBackup(from.store, from.macs, { format: 2, at });
  const manifest = await readManifest(from, index);
  say(`Restoring ${index.backup}, ${(index.bytes / MEGABYTE).toFixed(1)} MB, which ended at ${index.finished_at}.`);
  if (at) say(`A dump has no log: it is the newest that had ended at ${at.toISOString()}.`);
  mkdirSync(data_dir, { recursive: true });
  const anchors = join(data_dir, ANCHORS_FILE);
  await restoreDump(from, manifest, { url, release, anchors: existsSync(anchors) ? null : anchors });
  const database = { url: database_url, owner_url: database_owner_url, web_role: database_web_role };
  const shop = await openShop({ config: { ...config, backup: null }, log, database });
  try {
    const code = await settleAndCheck(shop, { asked, backup: index.backup, dir: null });
    say('The shop is in the database of DATABASE_URL: start it with the same master key.');
    return code;
  } finally {
    await shop.close();
  }
}

/** A restore never writes over anything. Returns the release of the server, such as 15. */
async function refuseUsedDatabase(url: string): Promise<number> {
  const sql = connect(url, { max: 1 });
  try {
    const [found] = await sql<{ release: number; used: boolean }[]>`
      select current_setting('server_version_num')::int / 10000 as release,
        exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
          where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'S')) as used`;
    if (found!.used)
      throw new BackupError("The database of DATABASE_URL isn't empty: create a new one for the restore.");
    return found!.release;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
