import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { createBatch } from '#features/supply/batches/create-batch.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

const USE = `Usage: facevalue batch list
       facevalue batch open --programme ID --name TEXT --supplier TEXT --invoice REFERENCE --date YYYY-MM-DD
         --evidence FILE --authorisation TEXT --authorised-from YYYY-MM-DD [--authorised-until YYYY-MM-DD]
         --discount PERCENT [--cost PERCENT] [--rate DOLLARS] [--file-sha256 HEX] --as USERNAME`;

const options = {
  programme: { type: 'string' },
  name: { type: 'string' },
  supplier: { type: 'string' },
  invoice: { type: 'string' },
  date: { type: 'string' },
  evidence: { type: 'string' },
  authorisation: { type: 'string' },
  'authorised-from': { type: 'string' },
  'authorised-until': { type: 'string' },
  discount: { type: 'string', default: '0' },
  cost: { type: 'string' },
  rate: { type: 'string' },
  'file-sha256': { type: 'string' },
  as: { type: 'string' },
} as const;

/** `facevalue batch open …` opens a batch to import into and prints its id; `facevalue batch list` lists the last. */
export async function run(ctx: VaultCtx, [verb, ...args]: string[]): Promise<number> {
  if (verb === 'list') return listBatches(ctx);
  if (verb !== 'open') throw new Error(USE);
  const { values } = parseArgs({ args, options });
  const { programme, name, supplier, invoice, date, evidence, authorisation, as } = values;
  const authorised_from = values['authorised-from'];
  if (!programme || !name || !supplier || !invoice || !date || !evidence || !as) throw new Error(USE);
  if (!authorisation || !authorised_from) throw new Error(USE);
  const { id } = await createBatch(ctx, await actAs(ctx, as), {
    programme_id: requireId('programme', programme),
    name,
    supplier,
    invoice_reference: invoice,
    invoice_date: date,
    evidence_sha256: createHash('sha256')
      .update(await readFile(evidence))
      .digest(),
    file_sha256: values['file-sha256'] ? Buffer.from(values['file-sha256'], 'hex') : null,
    authorisation_reference: authorisation,
    authorised_from,
    authorised_until: values['authorised-until'] ?? null,
    discount_bp: scaled('discount', values.discount, 2),
    cost_bp: values.cost ? scaled('cost', values.cost, 2) : null,
    ...(values.rate && { usd_e9: scaled('rate', values.rate, 9) }),
  });
  process.stdout.write(`${id}\n`);
  return 0;
}

async function listBatches(ctx: VaultCtx): Promise<number> {
  const rows = await ctx.sql<{ id: string; state: string; name: string; programme: string; cards: number }[]>`
    select b.id, b.state, b.name, p.name as programme, (select count(*) from cards c where c.batch_id = b.id) as cards
    from batches b join programmes p on p.id = b.programme_id order by b.id desc limit 100`;
  for (const { id, state, name, programme, cards } of rows) {
    process.stdout.write(`${id}  ${state.padEnd(9)} ${String(cards).padStart(7)} cards  ${programme}: ${name}\n`);
  }
  return 0;
}

/** A decimal from the command line as a whole number of its smallest unit. */
function scaled(option: string, text: string, places: number): number {
  const [, sign, whole, part = ''] = /^(-?)(\d{1,6})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > places) {
    throw new Error(`--${option} must be a number with at most ${places} decimal places.`);
  }
  return Number(`${sign}${whole}${part.padEnd(places, '0')}`);
}
