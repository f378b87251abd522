import type { Input, Reply } from '#contracts/call.ts';
import type { changeFaq as contract } from '#contracts/content/faq.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changeable } from '../shared/changeable.ts';
import { type FaqText, textColumns } from './text-columns.ts';

/** Changes a question, publishes it or takes it back. */
export async function changeFaq(
  ctx: Ctx,
  actor: Actor,
  { params, body: { read_at, ...body } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [found] = await sql<FaqText[]>`select ${textColumns(sql)} from faqs where id = ${params.id} for update`;
    const before = changeable(found, read_at);
    const [row] = await sql<FaqText[]>`
      update faqs set ${sql({ ...body, updated_at: now })} where id = ${params.id} returning ${textColumns(sql)}`;
    const details = { question: row!.question, published: row!.published, published_before: before.published };
    await appendAudit(sql, { ...by(actor), action: 'faq.changed', subject: params.id, details });
    return { data: row! };
  });
}
