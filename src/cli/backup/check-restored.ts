import type { Shop } from '#app/boot.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { openSamples } from '#features/office/backups/restored/open-samples.ts';
import { checkPages } from '#platform/backup/restore/check-pages.ts';
import { asSuperuser } from './as-superuser.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The commands of these names. */
interface Verifiers {
  ledgerVerify(ctx: VaultCtx, args: string[]): Promise<number>;
  audit(ctx: VaultCtx, args: string[]): Promise<number>;
}

/** Everything that can prove a copy wrong, said line by line; returns which checks failed. */
export async function checkRestored(shop: Shop, dir: string, { ledgerVerify, audit }: Verifiers): Promise<string[]> {
  const pages = await asSuperuser(dir, checkPages);
  for (const problem of pages.problems) say(problem);
  say(
    `${pages.relations} tables and indices: ${pages.problems.length === 0 ? 'every page is sound' : 'not every page is sound'}`,
  );
  const ledger = await ledgerVerify(shop.background, ['verify']);
  const chain = await audit(shop.background, ['verify']);
  const samples = await openSamples(shop.background);
  for (const problem of samples.problems) say(problem);
  say(`${samples.opened} cards, one of each batch, open with the master key`);
  const held = {
    'pages of the database': pages.problems.length === 0,
    ledger: ledger === 0,
    'audit log': chain === 0,
    cards: samples.problems.length === 0,
  };
  return Object.entries(held).flatMap(([name, holds]) => (holds ? [] : [name]));
}
