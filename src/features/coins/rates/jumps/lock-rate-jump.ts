import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Rated } from '../samples/rated.ts';

export type OpenJump = Rated & {
  id: string;
  usd_e9: string;
  sources: string[];
  read_at: string;
};

/** A jump that its coin or currency is still paused for, locked. */
export async function lockRateJump(sql: Db, id: string): Promise<OpenJump> {
  const [jump] = await sql<(OpenJump & { ended: boolean })[]>`
    select id, coin, currency, usd_e9, sources, read_at, ended_at is not null as ended from rate_jumps
    where id = ${id} for update`;
  if (!jump) throw new AppError('not_found', message('rate_jump.missing'));
  if (jump.ended) throw new AppError('conflict', message('rate_jump.over'));
  return jump;
}
