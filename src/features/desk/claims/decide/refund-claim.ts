import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { endLine } from '../../../shop/orders/lines/end-line.ts';
import { refundLine } from '../../../shop/orders/returns/refund-line.ts';
import { spoilCards } from '../../../supply/batches/cards/spoil-cards.ts';
import { reportUnusable } from '../../../supply/batches/states/report-unusable.ts';
import type { SoldLine } from '../line/lock-line.ts';

interface Refund {
  claim_id: string;
  line: SoldLine;
  state: 'refunded' | 'goodwill';
  /** The answer that proves it. */
  answer_id?: string;
}

/**
 * Pays a claim: the price goes back to the buyer, the seller bears it by their terms, and the card is void. What the
 * issuer's answer proved counts for the brake of its batch (P5).
 */
export async function refundClaim(ctx: Ctx, sql: Tx, { claim_id, line, state, answer_id }: Refund): Promise<void> {
  const now = ctx.clock.now();
  const { line_id, order_id, user_id, price_cents, card_id, batch_id } = line;
  await sql`
    update claims set state = ${state}, decided_at = ${now}, refund_cents = ${price_cents},
      answer_id = coalesce(${answer_id ?? null}, answer_id)
    where id = ${claim_id}`;
  await endLine(sql, { line_id, as: 'refunded', now });
  await refundLine(sql, { line_id, order_id, user_id, price_cents, kind: 'claim', now });
  await appendAudit(sql, {
    actor_id: null,
    action: 'claim.refunded',
    subject: claim_id,
    details: { card_id, order_id, price_cents, by: state, answer_id: answer_id ?? null },
  });
  await sql`select from batches where id = ${batch_id} for update`;
  await spoilCards(ctx, sql, sql`id = ${card_id} and state = 'sold'`);
  if (state === 'refunded') await reportUnusable(ctx, sql, { actor_id: null }, { batch_id, ids: [card_id] });
}
