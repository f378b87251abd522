import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Ctx } from '#features/ctx.ts';
import { codesOf } from '#features/demo/issuer/codes-of.ts';
import { demoIssuer } from '#features/demo/issuer/issuer.ts';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { readReports } from '#features/supply/issuers/reports/read-reports.ts';
import { requireId } from '../arguments/require-id.ts';

const USE = 'Usage: facevalue demo-report FILE --programme ID [--redeemed CODES]';

/** Demo mode: the simulated issuer writes a signed report, in which the codes of a file (one a line, or a stock.csv) are redeemed. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  if (!ctx.config.demo) throw new Error('The simulated issuer exists only in demo mode.');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { programme: { type: 'string' }, redeemed: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || !values.programme) throw new Error(USE);
  const programme_id = requireId('programme', values.programme);
  const [programme] = await ctx.sql<{ name: string; registration_ref: string; created_at: string }[]>`
    select name, registration_ref, created_at from programmes where id = ${programme_id}`;
  if (!programme) throw new Error("This programme doesn't exist.");
  const { name, registration_ref } = programme;
  if (!DEMO_PROGRAMMES.some((demo) => demo.programme.registration_ref === registration_ref))
    throw new Error(`The simulated issuer only knows the demo programmes, not ${name}.`);
  const { next_from } = await readReports(ctx, programme_id);
  const codes = values.redeemed ? codesOf(await readFile(values.redeemed, 'utf8')) : [];
  const report = demoIssuer(ctx.vault, registration_ref).report({
    programme: registration_ref,
    from: new Date(next_from ?? programme.created_at),
    until: ctx.clock.now(),
    statuses: new Map(codes.map((code) => [codeDigest(code), 'redeemed'])),
  });
  await writeFile(file, report);
  process.stdout.write(`Signed report with ${codes.length} redeemed codes written to ${file}\n`);
  return 0;
}
