import type { Input, Reply } from '#contracts/call.ts';
import type { listAllFaqs as contract } from '#contracts/content/faq.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type FaqText, textColumns } from './text-columns.ts';

/** Every question, in the order of the page that buyers see. */
export async function listAllFaqs(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 50);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from faqs`,
    ctx.sql<FaqText[]>`
      select ${textColumns(ctx.sql)} from faqs order by topic, position, id
      limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
