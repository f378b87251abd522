import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import { actAs } from './arguments/act-as.ts';

const USE = `Usage: facevalue programme list
       facevalue programme propose FACTS.json --evidence FILE --as USERNAME`;

/** `facevalue programme propose` reads a programme from JSON (docs/operate.md) and prints its id; `list` lists all. */
export async function run(ctx: VaultCtx, [verb, ...args]: string[]): Promise<number> {
  if (verb === 'list') return listProgrammes(ctx);
  if (verb !== 'propose') throw new Error(USE);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { evidence: { type: 'string' }, as: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || !values.evidence || !values.as) throw new Error(USE);
  const facts = JSON.parse(await readFile(file, 'utf8'));
  const { id } = await createProgramme(ctx, await actAs(ctx, values.as), {
    ...facts,
    evidence_sha256: createHash('sha256')
      .update(await readFile(values.evidence))
      .digest('hex'),
  });
  process.stdout.write(`${id}\n`);
  return 0;
}

async function listProgrammes(ctx: VaultCtx): Promise<number> {
  const rows = await ctx.sql<{ id: string; state: string; name: string; currency: string; registration_ref: string }[]>`
    select id, state, name, currency, registration_ref from programmes order by name limit 1000`;
  for (const { id, state, name, currency, registration_ref } of rows) {
    process.stdout.write(`${id}  ${state.padEnd(9)} ${currency}  ${name} (${registration_ref})\n`);
  }
  return 0;
}
