import type { Input, Reply } from '#contracts/call.ts';
import type { proposePayoutReturn as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { lockPayout } from '../payout/lock-payout.ts';
import { readPayout } from '../payout/read-payout.ts';
import { refuseKnown } from './refuse-known.ts';
import { returnKind } from './return-kind.ts';

/** Proposes to record that a paid payout came back, with what shows it. Somebody else decides; until then it stays paid. */
export async function proposePayoutReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { evidence, returned_on, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { seller_id, amount_cents, kind } = await lockPayout(sql, id, ['paid']);
    const payout = await readPayout(sql, id);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    if (returned_on > today) throw invalidField('returned_on', message('payout.returned_later'));
    if (returned_on < payout.created_at.slice(0, 10))
      throw invalidField('returned_on', message('payout.returned_before'));
    await refuseKnown(sql, { id, kind, evidence });
    const facts = { name: payout.seller.legal_name, seller_id, amount_cents, evidence, returned_on };
    await propose(ctx, sql, actor, { kind: returnKind, subject: id, facts, reason });
    const details = { payout_id: id, amount_cents, evidence, returned_on };
    await appendAudit(sql, { ...by(actor), action: 'payout.return_proposed', subject: seller_id, details });
    return payout;
  });
  return { data };
}
