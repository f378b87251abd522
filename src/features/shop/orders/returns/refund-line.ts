import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { settleDebt } from '../../../customers/spending/settle-debt.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { reverseShare } from '../../../supply/sellers/shares/reverse-share.ts';

interface Refund {
  line_id: string;
  order_id: string;
  user_id: string;
  price_cents: number;
  kind: 'return' | 'claim';
  now: Date;
}

/**
 * What of a price support already refunded by hand. A claim is refused then: people decided about the whole price. Both
 * sides hold the lock on the balance, so neither misses the other.
 */
async function refundedByHand(sql: Tx, { order_id, price_cents, kind }: Refund): Promise<number> {
  const [order] = await sql<[{ rest_cents: number; given_cents: number }]>`
    select order_rest(o) as rest_cents,
      (select coalesce(sum(cents), 0)::bigint from balance_adjustments where order_id = o.id) as given_cents
    from orders o where id = ${order_id}`;
  if (order.rest_cents >= price_cents) return 0;
  if (kind === 'return' && order.rest_cents > 0) return price_cents - order.rest_cents;
  throw new AppError('conflict', message('order.refunded_by_hand', { amount: { cents: order.given_cents } }));
}

/**
 * Pays the price of a card of a locked order back to its buyer, once for its line, and takes its share from its seller.
 * What support refunded by hand before is set off, and returned; the rest settles first what the buyer owes. A refund must be payable, so it may exceed the balance
 * limit; nothing more can be added then until the balance is below it.
 */
export async function refundLine(sql: Tx, refund: Refund): Promise<number> {
  const { line_id, order_id, user_id, price_cents, kind, now } = refund;
  const set_off_cents = await refundedByHand(sql, refund);
  await sql`
    update orders set refunded_cents = refunded_cents + ${price_cents},
      status = case when refunded_cents + ${price_cents} = total_cents then 'refunded' else 'part_refunded' end
    where id = ${order_id}`;
  const balance = { kind: 'available', owner_id: user_id, limited: true };
  await transfer(sql, {
    debit: { kind: 'sales', owner_id: null },
    credit: balance,
    amount_cents: price_cents,
    kind,
    reference: line_id,
    // One key for every kind: a card is paid back once.
    unique_key: `return:${line_id}`,
  });
  if (set_off_cents > 0) {
    await transfer(sql, {
      debit: balance,
      credit: { kind: 'adjustments', owner_id: null },
      amount_cents: set_off_cents,
      kind: 'refund_set_off',
      reference: order_id,
      // Nothing is left of the order then, so it happens once.
      unique_key: `refund_set_off:${order_id}`,
    });
  }
  // After the transfer, which queues behind an erasure: an account that nobody can sign in to gets nothing.
  const [buyer] = await sql<[{ erased: boolean }]>`
    select erased_at is not null as erased from users where id = ${user_id}`;
  if (buyer.erased) throw new AppError('conflict', message('claim.buyer_gone'));
  await reverseShare(sql, line_id, now);
  await settleDebt(sql, now, user_id);
  // After the transfer, which queues behind an order of this buyer that is about to store its reply.
  await forgetRequests(sql, user_id);
  await publishUserEvent(sql, user_id, 'order', { id: order_id });
  return set_off_cents;
}
