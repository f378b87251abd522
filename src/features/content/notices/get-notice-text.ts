import type { Input, Reply } from '#contracts/call.ts';
import type { getNoticeText as contract } from '#contracts/content/notices.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type NoticeText, textColumns } from './text-columns.ts';

/** One notice as it was written, whatever its state. */
export async function getNoticeText(
  ctx: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<NoticeText[]>`
    select ${textColumns(ctx.sql, ctx.clock.now())} from notices where id = ${params.id}`;
  return { data: changeable(row) };
}
