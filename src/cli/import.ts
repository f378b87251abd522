import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { importCards } from '#features/supply/imports/import-cards.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue import FILE --batch ID --as USERNAME`: 0 when every row was imported, 3 when some were not, or there was none. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { batch: { type: 'string' }, as: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || !values.batch || !values.as) {
    throw new Error('Usage: facevalue import FILE --batch ID --as USERNAME');
  }
  await access(file).catch(() => {
    throw new Error(`${file} doesn't exist or can't be read.`);
  });
  const actor = await actAs(ctx, values.as);
  const report = await importCards(ctx, actor, {
    batch_id: requireId('batch', values.batch),
    file_name: basename(file),
    bytes: createReadStream(file),
  });
  for (const { row, column, rule } of report.refused_rows) {
    process.stdout.write(
      `row ${row}${column ? `, column ${column}` : ''}: refused by ${rule} (${translate('en', message(`rule.${rule}`))})\n`,
    );
  }
  for (const { rules, cards } of report.quarantined) {
    const why = rules.map((rule) => `${rule}: ${translate('en', message(`rule.${rule}`))}`);
    process.stdout.write(`${cards} cards wait for an approver's decision (${why.join('; ')})\n`);
  }
  process.stdout.write(
    `${report.imported} cards imported as unconfirmed, ${report.refused} rows refused. File SHA-256 ${report.file_sha256}\n`,
  );
  return report.refused === 0 && report.quarantined.length === 0 && report.imported > 0 ? 0 : 3;
}
