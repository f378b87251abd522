import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { demoIssuer } from '#features/demo/issuer/issuer.ts';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { demoStock } from '#features/demo/stock/stock.ts';
import { requireId } from '../arguments/require-id.ts';

const USE = 'Usage: facevalue demo-stock FOLDER --batch ID [--cards N]';

/** Demo mode: the simulated issuer writes what a real one would send, stock.csv and the signed manifest.txt. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  if (!ctx.config.demo) throw new Error('The simulated issuer exists only in demo mode.');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { batch: { type: 'string' }, cards: { type: 'string', default: '100' } },
  });
  const [folder] = positionals;
  const cards = Number(values.cards);
  if (!folder || !values.batch || !Number.isInteger(cards) || cards < 1 || cards > 100_000) throw new Error(USE);
  const [batch] = await ctx.sql<{ name: string; invoice_reference: string }[]>`
    select p.name, b.invoice_reference from batches b join programmes p on p.id = b.programme_id
    where b.id = ${requireId('batch', values.batch)}`;
  if (!batch) throw new Error("This batch doesn't exist.");
  const demo = DEMO_PROGRAMMES.find(({ programme }) => programme.name === batch.name);
  if (!demo) throw new Error(`The simulated issuer only knows the demo programmes, not ${batch.name}.`);
  const now = ctx.clock.now();
  const stock = demoStock(demo, { seed: randomUUID(), cards, year: now.getUTCFullYear() });
  const { registration_ref } = demo.programme;
  const manifest = demoIssuer(ctx.vault, registration_ref).manifest({
    programme: registration_ref,
    invoice: batch.invoice_reference,
    issued_at: now.toISOString(),
    digests: stock.digests,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'stock.csv'), stock.csv, { mode: 0o600 });
  await writeFile(join(folder, 'manifest.txt'), manifest);
  process.stdout.write(
    `${cards} cards written to ${join(folder, 'stock.csv')}, signed manifest to ${join(folder, 'manifest.txt')}\n`,
  );
  return 0;
}
