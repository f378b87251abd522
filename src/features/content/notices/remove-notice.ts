import type { Input } from '#contracts/call.ts';
import type { removeNotice as contract } from '#contracts/content/notices.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type NoticeText, textColumns } from './text-columns.ts';

/** Removes a notice that nobody can see: one that shows is taken back first. */
export async function removeNotice(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [found] = await sql<NoticeText[]>`
      select ${textColumns(sql, ctx.clock.now())} from notices where id = ${params.id} for update`;
    const { title, state } = changeable(found);
    if (state === 'published') throw new AppError('conflict', message('texts.is_published'));
    await sql`delete from notices where id = ${params.id}`;
    await appendAudit(sql, { ...by(actor), action: 'notices.removed', subject: params.id, details: { title } });
  });
}
