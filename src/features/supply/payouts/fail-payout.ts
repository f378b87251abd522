import type { Input, Reply } from '#contracts/call.ts';
import type { failPayout as contract } from '#contracts/supply/payouts.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { sellerAccount } from '../sellers/shares/seller-account.ts';
import { lockPayout } from './payout/lock-payout.ts';
import { readPayout } from './payout/read-payout.ts';

/** Records that an approved payout couldn't be made, or that a paid one came back: the seller is owed it again. */
export async function failPayout(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { seller_id, amount_cents, state: before } = await lockPayout(sql, id, ['approved', 'paid']);
    const state = before === 'paid' ? 'reversed' : 'failed';
    await sql`update seller_payouts set state = ${state}, failed_at = ${ctx.clock.now()} where id = ${id}`;
    await transfer(sql, {
      debit: sellerAccount(before === 'paid' ? 'seller_paid' : 'seller_paying', seller_id),
      credit: sellerAccount('seller_available', seller_id),
      amount_cents,
      kind: `seller_payout_${state}`,
      reference: id,
      unique_key: `seller_payout_${state}:${id}`,
    });
    const details = { payout_id: id, amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: `payout.${state}`, subject: seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}
