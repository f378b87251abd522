import type { Input, Reply } from '#contracts/call.ts';
import type { pauseBatch as contract } from '#contracts/supply/batches.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { forgetCatalogue } from '../../programmes/catalogue/catalogue.ts';
import { stopSale } from './stop-sale.ts';
import { takeBatch } from './take-batch.ts';

/** Takes a batch off sale for a time. What was sold stays sold. */
export async function pauseBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const cards = await transaction(ctx.sql, async (sql) => {
    await takeBatch(sql, id, ['approved']);
    const cards = await stopSale(sql, { batch_id: id });
    await appendAudit(sql, { ...by(actor), action: 'batch.paused', subject: id, details: { reason, cards } });
    return cards;
  });
  forgetCatalogue(ctx);
  return { data: { state: 'paused', cards } };
}
