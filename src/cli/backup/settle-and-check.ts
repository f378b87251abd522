import { readFile } from 'node:fs/promises';
import type { Shop } from '#app/boot.ts';
import { outwardJobsOf } from '#app/worker.ts';
import { readLast } from '#features/office/backups/restored/read-last.ts';
import { settleRestored } from '#features/office/backups/restored/settle-restored.ts';
import { type MissingEntries, readMissing } from '#platform/audit/read-missing.ts';
import { checkRestored } from './check-restored.ts';
import { reportRestored } from './report-restored.ts';
import type { Asked } from './restore-arguments.ts';
import { scrubCopy } from './scrub-copy.ts';

interface Restored {
  asked: Asked;
  backup: string;
  /** Where its database has its files; null: on a server of the operator's own. */
  dir: string | null;
}

/**
 * Makes a restored shop fit to run, checks all that can prove the copy wrong, and says what it lacks, or makes it one for staging.
 * Returns the exit code.
 */
export async function settleAndCheck(shop: Shop, { asked, backup, dir }: Restored): Promise<number> {
  const last = await readLast(shop.background.sql);
  const outward = outwardJobsOf(shop.background);
  const settled = await shop.asOwner((owner) =>
    settleRestored(owner, { backup, at: asked.at?.toISOString() ?? null, outward }),
  );
  const failed = await checkRestored(shop, dir);
  if (asked.scrub && dir !== null) await scrubCopy(dir, backup);
  else reportRestored(last, settled, await missingIn(shop, asked.anchors_file));
  return failed.length === 0 ? 0 : 1;
}

/** What anchors from elsewhere say of entries that the copy lacks; null without a file of them. */
async function missingIn({ background }: Shop, file: string | null): Promise<MissingEntries | null> {
  if (file === null) return null;
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim());
  return readMissing(background.sql, background.vault, lines);
}
