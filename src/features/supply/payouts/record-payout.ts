import type { Input, Reply } from '#contracts/call.ts';
import type { recordPayout as contract } from '#contracts/supply/payouts.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { sellerAccount } from '../sellers/shares/seller-account.ts';
import { lockPayout } from './payout/lock-payout.ts';
import { readPayout } from './payout/read-payout.ts';

/** Records that the operator paid: the shop itself never sends money. */
export async function recordPayout(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reference, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { seller_id, amount_cents } = await lockPayout(sql, id, ['approved']);
    await sql`
      update seller_payouts set state = 'paid', reference = ${reference}, paid_by = ${actor.user.id},
        paid_at = ${ctx.clock.now()}
      where id = ${id}`;
    await transfer(sql, {
      debit: sellerAccount('seller_paying', seller_id),
      credit: sellerAccount('seller_paid', seller_id),
      amount_cents,
      kind: 'seller_paid',
      reference: id,
      unique_key: `seller_paid:${id}`,
    });
    const details = { payout_id: id, amount_cents, reference, reason };
    await appendAudit(sql, { ...by(actor), action: 'payout.paid', subject: seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}
