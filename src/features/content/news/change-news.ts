import type { Input, Reply } from '#contracts/call.ts';
import type { changeNews as contract } from '#contracts/content/news.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { momentOf } from '../shared/moment.ts';
import { type NewsText, textColumns } from './text-columns.ts';

/** Changes an item; its time of publication publishes it, puts it off, or makes it a draft again. */
export async function changeNews(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [found] = await sql<NewsText[]>`
      select ${textColumns(sql, now)} from news where id = ${params.id} for update`;
    const before = changeable(found, body.read_at);
    const published_at = momentOf(ctx, body.published_at);
    const changes = {
      title: body.title ?? before.title,
      content: body.content ?? before.content,
      published_at: published_at === undefined ? before.published_at : published_at,
    };
    const [row] = await sql<NewsText[]>`
      update news set ${sql(changes)}, updated_at = ${now} where id = ${params.id} returning ${textColumns(sql, now)}`;
    const details = { title: row!.title, state: row!.state, state_before: before.state };
    await appendAudit(sql, { ...by(actor), action: 'news.changed', subject: params.id, details });
    return { data: row! };
  });
}
