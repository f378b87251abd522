import type { Input, Reply } from '#contracts/call.ts';
import type { getNews as contract } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { isOut } from '../shown/is-out.ts';
import { type NewsRow, newsColumns } from './news-columns.ts';

/** One item that is published. */
export async function getNews(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<NewsRow[]>`
    select ${newsColumns(ctx.sql, actor)} from news
    where id = ${params.id} and ${isOut(ctx.sql, ctx.clock.now())}`;
  if (!row) throw new AppError('not_found', message('news.missing'));
  return { data: { ...row, content_html: renderMarkdown(row.content) } };
}
