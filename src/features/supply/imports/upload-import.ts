import type { Input, Reply } from '#contracts/call.ts';
import type { uploadImport as contract } from '#contracts/supply/imports.ts';
import { stockColumns } from '#contracts/supply/stock-file/stock-columns.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import type { Matched } from '../../oversight/import-guard/check-header.ts';
import { readImport } from './progress/read-imports.ts';
import { checkFile } from './upload/check-file.ts';

/** Judges an uploaded file as it comes in; nothing of it is stored before the import guard has passed all of it. */
export async function uploadImport(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id: batch_id }, query, body: bytes }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const columns = query.columns?.split(',').map(columnOf);
  const file = {
    batch_id,
    file_name: query.file_name ?? '',
    bytes,
    ...(columns && { columns }),
    date_order: query.date_order ?? null,
  };
  const { id } = await checkFile(ctx, actor, file);
  return { data: await readImport(ctx.sql, id, ctx.clock.now()) };
}

function columnOf(name: string): Matched | null {
  if (name === '') return null;
  if (name === 'skip') return name;
  const known = stockColumns.find((each) => each === name);
  if (!known) throw invalidField('columns', message('import.columns'));
  return known;
}
