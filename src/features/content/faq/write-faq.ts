import type { Input, Reply } from '#contracts/call.ts';
import type { writeFaq as contract } from '#contracts/content/faq.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { type FaqText, textColumns } from './text-columns.ts';

/** Writes a question and its answer. */
export async function writeFaq(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const [row] = await sql<FaqText[]>`
      insert into faqs ${sql({ ...body, created_at: now, updated_at: now })} returning ${textColumns(sql)}`;
    const { id, question, published } = row!;
    await appendAudit(sql, { ...by(actor), action: 'faq.written', subject: id, details: { question, published } });
    return { data: row! };
  });
}
