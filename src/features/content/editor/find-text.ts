import type { EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Kind } from './kind.ts';

/** One text, locked where it is about to change. */
export async function findText<Text extends EditedText>(
  sql: Db,
  { table, columns }: Kind<Text>,
  { id, now, lock }: { id: string; now: Date; lock: boolean },
): Promise<Text> {
  const [text] = await sql<Text[]>`
    select ${columns(sql, now)} from ${sql(table)} where id = ${id} ${lock ? sql`for update` : sql``}`;
  if (!text) throw new AppError('not_found', message('content.missing'));
  return text;
}
