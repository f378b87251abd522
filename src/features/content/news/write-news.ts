import type { Input, Reply } from '#contracts/call.ts';
import type { writeNews as contract } from '#contracts/content/news.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { momentOf } from '../shared/moment.ts';
import { type NewsText, textColumns } from './text-columns.ts';

/** Writes an item: a draft, or published now or later. */
export async function writeNews(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [row] = await sql<NewsText[]>`
      insert into news (title, content, published_at, created_at, updated_at)
      values (${body.title}, ${body.content}, ${momentOf(ctx, body.published_at) ?? null}, ${now}, ${now})
      returning ${textColumns(sql, now)}`;
    const { id, title, published_at } = row!;
    await appendAudit(sql, { ...by(actor), action: 'news.written', subject: id, details: { title, published_at } });
    return { data: row! };
  });
}
