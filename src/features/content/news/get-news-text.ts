import type { Input, Reply } from '#contracts/call.ts';
import type { getNewsText as contract } from '#contracts/content/news.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type NewsText, textColumns } from './text-columns.ts';

/** One item as it was written, whatever its state. */
export async function getNewsText(
  ctx: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<NewsText[]>`
    select ${textColumns(ctx.sql, ctx.clock.now())} from news where id = ${params.id}`;
  return { data: changeable(row) };
}
