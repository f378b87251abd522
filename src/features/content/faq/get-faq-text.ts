import type { Input, Reply } from '#contracts/call.ts';
import type { getFaqText as contract } from '#contracts/content/faq.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type FaqText, textColumns } from './text-columns.ts';

/** One question as it was written. */
export async function getFaqText(
  ctx: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<FaqText[]>`select ${textColumns(ctx.sql)} from faqs where id = ${params.id}`;
  return { data: changeable(row) };
}
