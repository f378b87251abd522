import type { Shop } from '#app/boot.ts';
import { openSamples } from '#features/office/backups/restored/open-samples.ts';
import { readLast } from '#features/office/backups/restored/read-last.ts';
import { settleRestored } from '#features/office/backups/restored/settle-restored.ts';
import { run as audit } from '../verify/audit.ts';
import { run as ledgerVerify } from '../verify/ledger-verify.ts';
import { reportRestored } from './report-restored.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Restored {
  backup: string;
  at: Date | null;
  /** Reads what a database has on its disk; without it nobody can. */
  checkDisk?: () => Promise<boolean>;
}

/** Makes a restored shop fit to run, checks all that can prove the copy wrong, and says what it lacks. Returns the exit code. */
export async function settleAndCheck(shop: Shop, { backup, at, checkDisk }: Restored): Promise<number> {
  const last = await readLast(shop.background.sql);
  const settled = await shop.asOwner((owner) => settleRestored(owner, { backup, at: at?.toISOString() ?? null }));
  const disk = checkDisk ? await checkDisk() : true;
  const ledger = await ledgerVerify(shop.background, ['verify']);
  const chain = await audit(shop.background, ['verify']);
  const samples = await openSamples(shop.background);
  for (const problem of samples.problems) say(problem);
  say(`${samples.opened} cards, one of each batch, open with the master key`);
  reportRestored(last, settled);
  return disk && ledger === 0 && chain === 0 && samples.problems.length === 0 ? 0 : 1;
}
