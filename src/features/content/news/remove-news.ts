import type { Input } from '#contracts/call.ts';
import type { removeNews as contract } from '#contracts/content/news.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type NewsText, textColumns } from './text-columns.ts';

/** Removes an item that nobody can read: one that is out is taken back first. */
export async function removeNews(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [found] = await sql<NewsText[]>`
      select ${textColumns(sql, ctx.clock.now())} from news where id = ${params.id} for update`;
    const { title, state } = changeable(found);
    if (state === 'published') throw new AppError('conflict', message('texts.is_published'));
    await sql`delete from news where id = ${params.id}`;
    await appendAudit(sql, { ...by(actor), action: 'news.removed', subject: params.id, details: { title } });
  });
}
