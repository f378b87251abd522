import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';

/** A brake is released by nobody who opened the batch or imported into it. */
export async function requireOthersBatch(sql: Tx, actor: Actor, id: string): Promise<void> {
  const [own] = await sql`select from batch_importers(${id}) as importer where importer = ${actor.user.id}`;
  if (own) throw new AppError('forbidden', message('batch.four_eyes_resume'));
}
