import type { Input, Reply } from '#contracts/call.ts';
import type { listNews as contract } from '#contracts/news.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../ctx.ts';

/** News, newest first. */
export async function listNews(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 10);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from news where published_at <= ${ctx.clock.now()}`,
    ctx.sql<Reply<typeof contract>['data']>`
      select id, title, content, published_at from news where published_at <= ${ctx.clock.now()}
      order by published_at desc, id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
