import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';
import { visibleBatches } from './of-seller.ts';

/** A batch that somebody may not see is not found. */
export async function requireVisible(sql: Db, actor: Actor, batch_id: string): Promise<void> {
  const [batch] = await sql`select from batches b where b.id = ${batch_id} and ${visibleBatches(sql, actor)}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
}
