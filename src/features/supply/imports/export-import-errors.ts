import type { Input } from '#contracts/call.ts';
import type { exportImportErrors as contract, RefusedRow } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { readImport } from './progress/read-imports.ts';

const PART = 1_000;

/** Every refused row by its number, with the column, the rule and what that means. */
export async function exportImportErrors(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  await readImport(ctx.sql, id, ctx.clock.now());
  return lines(ctx, id, localeOf(actor));
}

async function* lines({ sql }: Ctx, id: string, locale: string): AsyncIterable<string> {
  yield 'row,column,rule,reason,spreadsheet\r\n';
  for (let after = 0; ; ) {
    const rows = await sql<RefusedRow[]>`
      select row, column_name as column, rule, hint from import_errors
      where import_id = ${id} and row > ${after} order by row limit ${PART}`;
    yield rows.map((row) => lineOf(row, locale)).join('');
    if (rows.length < PART) return;
    after = rows.at(-1)!.row;
  }
}

function lineOf({ row, column, rule, hint }: RefusedRow, locale: string): string {
  const reason = translate(locale, message(`rule.${rule}`));
  return `${[row, column ?? '', rule, `"${reason.replaceAll('"', '""')}"`, hint ?? ''].join()}\r\n`;
}
