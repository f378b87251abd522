import type { Input, Reply } from '#contracts/call.ts';
import type { getTopUpReturn as contract } from '#contracts/coins/top-up-returns.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readReturn } from './shown/read-return.ts';

export async function getTopUpReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await readReturn(ctx, ctx.sql, actor, id);
  await notePerson(ctx, ctx.sql, actor, data.user.id);
  return { data };
}
