import type { Shop } from '#app/boot.ts';
import { openSamples } from '#features/office/backups/restored/open-samples.ts';
import { checkPages } from '#platform/backup/restore/check-pages.ts';
import { run as audit } from '../verify/audit.ts';
import { run as ledgerVerify } from '../verify/ledger-verify.ts';
import { asSuperuser } from './as-superuser.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Everything that can prove a copy wrong, said line by line; returns which checks failed. `dir` has the files of its database, whose
 * pages are read, too; null: nobody but its own server can read them.
 */
export async function checkRestored(shop: Shop, dir: string | null): Promise<string[]> {
  const sound = dir === null || (await areSound(dir));
  const ledger = await ledgerVerify(shop.background, ['verify']);
  const chain = await audit(shop.background, ['verify']);
  const samples = await openSamples(shop.background);
  for (const problem of samples.problems) say(problem);
  say(`${samples.opened} cards, one of each batch, open with the master key`);
  const held = {
    'pages of the database': sound,
    ledger: ledger === 0,
    'audit log': chain === 0,
    cards: samples.problems.length === 0,
  };
  return Object.entries(held).flatMap(([name, holds]) => (holds ? [] : [name]));
}

async function areSound(dir: string): Promise<boolean> {
  const { relations, problems } = await asSuperuser(dir, checkPages);
  for (const problem of problems) say(problem);
  const sound = problems.length === 0;
  say(`${relations} tables and indices: ${sound ? 'every page is sound' : 'not every page is sound'}`);
  return sound;
}
