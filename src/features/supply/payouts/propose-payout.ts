import type { Input, Reply } from '#contracts/call.ts';
import type { proposePayout as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { lockSeller } from '../sellers/seller/lock-seller.ts';
import { readPayment } from './owed/read-payment.ts';
import { payoutKind } from './payout/payout-kind.ts';

/** Proposes to pay a seller what is available, or a part of it, to where they are paid now. */
export async function proposePayout(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { amount_cents: asked, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { legal_name: name } = await lockSeller(sql, id);
    const { obstacles, payable_cents, minimum_payout_cents, destination } = await readPayment(ctx, sql, actor, id);
    const [obstacle] = obstacles;
    if (obstacle) throw new AppError('conflict', message(`payout.obstacle.${obstacle}`));
    const amount_cents = asked ?? payable_cents;
    if (amount_cents > payable_cents) throw invalidField('amount_cents', message('payout.over_available'));
    if (amount_cents < minimum_payout_cents) throw invalidField('amount_cents', message('payout.under_minimum'));
    // Its proposer took it back.
    await sql`update seller_payouts set state = 'rejected' where seller_id = ${id} and state = 'proposed'`;
    const [{ id: payout_id }] = await sql<[{ id: string }]>`
      insert into seller_payouts (seller_id, destination_id, amount_cents, created_by, created_at)
      values (${id}, ${destination!.id}, ${amount_cents}, ${actor.user.id}, ${ctx.clock.now()}) returning id`;
    const facts = { name, seller_id: id, amount_cents };
    await propose(ctx, sql, actor, { kind: payoutKind, subject: payout_id, facts, reason });
    const details = { payout_id, amount_cents, destination_id: destination!.id };
    await appendAudit(sql, { ...by(actor), action: 'payout.proposed', subject: id, details });
    return readPayment(ctx, sql, actor, id);
  });
  return { data };
}
