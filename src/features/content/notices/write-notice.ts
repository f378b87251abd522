import type { Input, Reply } from '#contracts/call.ts';
import type { writeNotice as contract } from '#contracts/content/notices.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { momentOf } from '../shared/moment.ts';
import { requireOrder } from './require-order.ts';
import { type NoticeText, textColumns } from './text-columns.ts';

/** Writes a notice: a draft, or one that shows from now or from later on, for good or until its end. */
export async function writeNotice(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const times = { starts_at: momentOf(ctx, body.starts_at) ?? null, ends_at: momentOf(ctx, body.ends_at) ?? null };
  requireOrder(times);
  return transaction(ctx.sql, async (sql) => {
    const [row] = await sql<NoticeText[]>`
      insert into notices (title, content, starts_at, ends_at, created_at, updated_at)
      values (${body.title}, ${body.content}, ${times.starts_at}, ${times.ends_at}, ${now}, ${now})
      returning ${textColumns(sql, now)}`;
    const { id, title, starts_at, ends_at } = row!;
    const details = { title, starts_at, ends_at };
    await appendAudit(sql, { ...by(actor), action: 'notices.written', subject: id, details });
    return { data: row! };
  });
}
