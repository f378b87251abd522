import type { Reply } from '#contracts/call.ts';
import type { listFaqs as contract } from '#contracts/news.ts';
import type { Actor, Ctx } from '../ctx.ts';

/** Every question and answer, by topic. */
export async function listFaqs(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await ctx.sql<
    Reply<typeof contract>['data']
  >`select id, topic, question, answer from faqs order by topic, position, id limit 1000`;
  return { data: [...data] };
}
