import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** A programme whose state is about to change. */
export async function lockProgramme(sql: Tx, id: string): Promise<{ state: string; name: string }> {
  const [programme] = await sql<{ state: string; name: string }[]>`
    select state, name from programmes where id = ${id} for update`;
  if (!programme) throw new AppError('not_found', message('programme.not_found'));
  return programme;
}
