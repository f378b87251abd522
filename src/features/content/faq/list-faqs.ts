import type { Input, Reply } from '#contracts/call.ts';
import type { listFaqs as contract } from '#contracts/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** Questions and answers by topic; of a search, those whose question, answer or topic hold every word of it. */
export async function listFaqs(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const words = (query.q ?? '').split(/\s+/).filter(Boolean);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const data = await ctx.sql<Reply<typeof contract>['data']>`
    select id, topic, question, answer from faqs
    where published and concat_ws(' ', topic, question, answer) ilike all (${patterns})
    order by topic, position, id limit 1000`;
  return { data: [...data] };
}
