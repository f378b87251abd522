import type { Input, Reply } from '#contracts/call.ts';
import type { recordPayout as contract } from '#contracts/supply/payouts.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { sellerAccount } from '../sellers/shares/seller-account.ts';
import { judgeSent } from './payout/judge-sent.ts';
import { changePayout, lockPayout } from './payout/lock-payout.ts';
import { readPayout } from './payout/read-payout.ts';

/** Records that the operator paid, and what left for it: the shop itself never sends money. The fee is the shop's, not the seller's. */
export async function recordPayout(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason, ...sent } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const payout = await lockPayout(sql, id, ['approved']);
    const { seller_id, amount_cents } = payout;
    const usd_e9 = await judgeSent(ctx, sql, payout, sent);
    await changePayout(ctx, sql, id, {
      state: 'paid',
      reference: sent.reference,
      sent_currency: sent.currency,
      sent_units: sent.sent_units,
      fee_units: sent.fee_units,
      sent_usd_e9: usd_e9 === null ? null : String(usd_e9),
      paid_by: actor.user.id,
      paid_at: ctx.clock.now(),
    });
    await transfer(sql, {
      debit: sellerAccount('seller_paying', seller_id),
      credit: sellerAccount('seller_paid', seller_id),
      amount_cents,
      kind: 'seller_paid',
      reference: id,
      unique_key: `seller_paid:${id}`,
    });
    // A statement may have it already.
    if (payout.kind === 'IBAN') await addJob(sql, 'match-payouts', {}, { key: 'match-payouts' });
    const details = { payout_id: id, amount_cents, ...sent, reason };
    await appendAudit(sql, { ...by(actor), action: 'payout.paid', subject: seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}
