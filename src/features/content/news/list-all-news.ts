import type { Input, Reply } from '#contracts/call.ts';
import type { listAllNews as contract } from '#contracts/content/news.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type NewsText, textColumns } from './text-columns.ts';

/** Drafts first, then what is to come, then what is out. */
export async function listAllNews(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from news`,
    ctx.sql<NewsText[]>`
      select ${textColumns(ctx.sql, ctx.clock.now())} from news
      order by published_at desc nulls first, id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
