import type { Input, Reply } from '#contracts/call.ts';
import type { proposePayout as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { lockSeller } from '../sellers/seller/lock-seller.ts';
import { readPayment } from './owed/read-payment.ts';
import { changePayout } from './payout/lock-payout.ts';
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
    const withdrawn = await sql<{ id: string }[]>`
      select id from seller_payouts where seller_id = ${id} and state = 'proposed'`;
    for (const payout of withdrawn) await changePayout(ctx, sql, payout.id, { state: 'rejected' });
    const [row] = await sql<[{ id: string; facts: string }]>`
      insert into seller_payouts (seller_id, destination_id, amount_cents, created_by, created_at)
      values (${id}, ${destination!.id}, ${amount_cents}, ${actor.user.id}, ${ctx.clock.now()})
      returning id, sealed_facts(seller_payouts) as facts`;
    await sealRow(ctx.vault, sql, 'seller_payouts', row);
    const payout_id = row.id;
    const facts = { name, seller_id: id, amount_cents };
    await propose(ctx, sql, actor, { kind: payoutKind, subject: payout_id, facts, reason });
    const details = { payout_id, amount_cents, destination_id: destination!.id };
    await appendAudit(sql, { ...by(actor), action: 'payout.proposed', subject: id, details });
    return readPayment(ctx, sql, actor, id);
  });
  return { data };
}
