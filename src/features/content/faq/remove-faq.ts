import type { Input } from '#contracts/call.ts';
import type { removeFaq as contract } from '#contracts/content/faq.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type FaqText, textColumns } from './text-columns.ts';

/** Removes a question that nobody can read: one that is out is taken back first. */
export async function removeFaq(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [found] = await sql<FaqText[]>`select ${textColumns(sql)} from faqs where id = ${params.id} for update`;
    const { question, published } = changeable(found);
    if (published) throw new AppError('conflict', message('texts.is_published'));
    await sql`delete from faqs where id = ${params.id}`;
    await appendAudit(sql, { ...by(actor), action: 'faq.removed', subject: params.id, details: { question } });
  });
}
