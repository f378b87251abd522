import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** The series that a text's versions stand in; a removed text has one, too. */
export async function findSeries(sql: Db, { kind, id }: { kind: string; id: string }): Promise<string> {
  const [found] = await sql<{ series: string }[]>`
    select series from content_versions where text_id = ${id} and kind = ${kind}
    order by saved_at desc, id desc limit 1`;
  if (!found) throw new AppError('not_found', message('content.missing'));
  return found.series;
}
