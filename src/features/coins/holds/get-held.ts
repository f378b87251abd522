import type { Input, Reply } from '#contracts/call.ts';
import type { getHeld as contract } from '#contracts/coins/holds.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readHeldList } from './read-held.ts';

export async function getHeld(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [data] = await readHeldList(ctx, actor, { id: params.id, limit: 1, offset: 0 });
  if (!data) throw new AppError('not_found', message('held.missing'));
  await notePerson(ctx, ctx.sql, actor, data.user.id);
  return { data };
}
