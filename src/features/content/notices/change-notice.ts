import type { Input, Reply } from '#contracts/call.ts';
import type { changeNotice as contract } from '#contracts/content/notices.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { momentOf } from '../shared/moment.ts';
import { requireOrder } from './require-order.ts';
import { type NoticeText, textColumns } from './text-columns.ts';

/** Changes a notice; its start and end decide when it shows. Who has closed it does not see it again. */
export async function changeNotice(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [found] = await sql<NoticeText[]>`
      select ${textColumns(sql, now)} from notices where id = ${params.id} for update`;
    const before = changeable(found, body.read_at);
    const [starts_at, ends_at] = [momentOf(ctx, body.starts_at), momentOf(ctx, body.ends_at)];
    const changes = {
      title: body.title ?? before.title,
      content: body.content ?? before.content,
      starts_at: starts_at === undefined ? before.starts_at : starts_at,
      ends_at: ends_at === undefined ? before.ends_at : ends_at,
    };
    requireOrder(changes);
    const [row] = await sql<NoticeText[]>`
      update notices set ${sql(changes)}, updated_at = ${now} where id = ${params.id}
      returning ${textColumns(sql, now)}`;
    const details = { title: row!.title, state: row!.state, state_before: before.state };
    await appendAudit(sql, { ...by(actor), action: 'notices.changed', subject: params.id, details });
    return { data: row! };
  });
}
