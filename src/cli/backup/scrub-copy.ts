import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { boot, type Shop } from '#app/boot.ts';
import { forgetFormerRows, scrubDatabase } from '#features/office/staging/scrub/scrub-database.ts';
import { sealCopy } from '#features/office/staging/scrub/seal-copy.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { renewPasswords } from '#platform/embedded/renew-passwords.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import type { Logger } from '#platform/log.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { fileAt } from '#platform/vault/master-key.ts';
import { asSuperuser } from './as-superuser.ts';

const masterKeyIn = (dir: string) => join(dir, 'master.key');

/** Makes a restored shop, whose database runs, one for staging: made-up people and codes, no keys, and a master key and passwords of its own. */
export async function scrubCopy(dir: string, backup: string): Promise<void> {
  await asSuperuser(dir, async (sql, cluster) => {
    await scrubDatabase(sql, { backup, now: systemClock.now() });
    await sealCopy(sql, createVault(masterKeyIn(dir)));
    await renewPasswords(sql, cluster);
    await forgetFormerRows(sql);
  });
  await rm(anchorFileOf(dir), { force: true });
}

/** Starts the scrubbed copy by its own key, chains both logs anew, and does some work with it. */
export async function withScrubbed<T>(
  { config, log, dir }: { config: Config; log: Logger; dir: string },
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  const own = { ...config, data_dir: dir, master_key: fileAt(masterKeyIn(dir)), database_url: null };
  const shop = await boot({ ...own, database_owner_url: null, backup: null }, log);
  try {
    const { sql, vault } = shop.background;
    await sealAudit(sql, vault);
    await sealTransfers(sql, vault);
    await anchorAuditLog(shop.background, 'now');
    return await work(shop);
  } finally {
    await shop.close();
  }
}
