import type { Input, Reply } from '#contracts/call.ts';
import type { failPayout as contract } from '#contracts/supply/payouts.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { changePayout, lockPayout } from './payout/lock-payout.ts';
import { oweAgain } from './payout/owe-again.ts';
import { readPayout } from './payout/read-payout.ts';

/** Records that an approved payout couldn't be made: the seller is owed it again. What was paid comes back by two people. */
export async function failPayout(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const payout = await lockPayout(sql, id, ['approved']);
    await changePayout(ctx, sql, id, { state: 'failed', failed_at: ctx.clock.now() });
    await oweAgain(sql, payout, 'failed');
    const details = { payout_id: id, amount_cents: payout.amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: 'payout.failed', subject: payout.seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}
