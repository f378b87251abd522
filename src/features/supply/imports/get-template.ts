import type { Input } from '#contracts/call.ts';
import type { getTemplate as contract } from '#contracts/supply/imports.ts';
import { plainHundredths } from '#i18n/currency-decimals.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type CodeFormat, describeMask, describePin } from '../../oversight/import-guard/masks/format.ts';

interface Programme {
  code_format: CodeFormat;
  currency: string;
  face_values_cents: number[];
}

/** The columns that a programme's files have, and a row that shows each one's form: not a code that could be one. */
export async function getTemplate(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const [programme] = await sql<Programme[]>`
    select p.code_format, p.currency, p.face_values_cents
    from batches b join programmes p on p.id = b.programme_id where b.id = ${id}`;
  if (!programme) throw new AppError('not_found', message('batch.not_found'));
  const { code, pin } = programme.code_format;
  const cells: [string, string][] = [
    ['code', describeMask(code)],
    ...(pin ? [['pin', describePin(pin)] as [string, string]] : []),
    ['face_value', plainHundredths(programme.face_values_cents[0] ?? 0, programme.currency)],
    ['currency', programme.currency],
    ['expires_on', 'YYYY-MM-DD'],
  ];
  return lines(cells);
}

async function* lines(cells: [string, string][]): AsyncIterable<string> {
  yield `${cells.map(([name]) => name).join()}\r\n`;
  yield `${cells.map(([, form]) => form).join()}\r\n`;
}
