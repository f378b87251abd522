import type { Input, Reply } from '#contracts/call.ts';
import type { listNews as contract } from '#contracts/content/content.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { isOut } from '../shown/is-out.ts';
import { type NewsRow, newsColumns } from './news-columns.ts';

/** News, newest first. */
export async function listNews(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 10);
  const now = ctx.clock.now();
  const [[count], rows] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from news where ${isOut(ctx.sql, now)}`,
    ctx.sql<NewsRow[]>`
      select ${newsColumns(ctx.sql, actor)} from news where ${isOut(ctx.sql, now)}
      order by published_at desc, id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  const data = rows.map((row) => ({ ...row, content_html: renderMarkdown(row.content) }));
  return { data, meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
