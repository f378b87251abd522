import type { Input, Reply } from '#contracts/call.ts';
import type { listAllNotices as contract } from '#contracts/content/notices.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type NoticeText, textColumns } from './text-columns.ts';

/** Drafts first, then what is to come, then what shows or showed. */
export async function listAllNotices(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from notices`,
    ctx.sql<NoticeText[]>`
      select ${textColumns(ctx.sql, ctx.clock.now())} from notices
      order by starts_at desc nulls first, id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
