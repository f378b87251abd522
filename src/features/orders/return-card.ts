import type { Input, Reply } from '#contracts/call.ts';
import type { returnCard as contract } from '#contracts/orders.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { stateWhenReturned } from '../batches/states/state-when-returned.ts';
import { type Actor, by, type Ctx, localeOf } from '../ctx.ts';
import { overLimit, topUpRoom } from '../deposits/top-up-limits.ts';
import { publishUserEvent } from '../notifications/publish-user-event.ts';
import { reverseShare } from '../sellers/shares/reverse-share.ts';
import { RETURN_WINDOW_MS, readOrder } from './get-order.ts';

/**
 * Takes an unrevealed card back within 14 days: its price is refunded to the balance, the card goes back on sale if
 * its batch is. A refund may exceed the balance limit, because it must be payable; nothing more can be added then until the balance is below it.
 */
export async function returnCard(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const [line] = await sql<{ line_id: string; state: string; price_cents: number; created_at: string }[]>`
      select l.id as line_id, l.state, l.price_cents, o.created_at from order_lines l join orders o on o.id = l.order_id
      where o.id = ${params.id} and o.user_id = ${user_id} and l.card_id = ${params.card_id} for update of o, l`;
    if (!line) throw new AppError('not_found', message('order.no_such_card'));
    if (line.state !== 'delivered') {
      throw new AppError(
        'conflict',
        message(line.state === 'revealed' ? 'order.revealed_kept' : 'order.returned_already'),
      );
    }
    const now = ctx.clock.now();
    if (now.getTime() >= Date.parse(line.created_at) + RETURN_WINDOW_MS)
      throw new AppError('conflict', message('order.return_over'));
    await sql`update order_lines set state = 'returned', returned_at = ${now} where id = ${line.line_id}`;
    await putBack(sql, ctx.clock, params.card_id);
    await sql`
      update orders set refunded_cents = refunded_cents + ${line.price_cents},
        status = case when refunded_cents + ${line.price_cents} = total_cents then 'refunded' else 'part_refunded' end
      where id = ${params.id}`;
    await transfer(sql, {
      debit: { kind: 'sales', owner_id: null },
      credit: { kind: 'available', owner_id: user_id, limited: true },
      amount_cents: line.price_cents,
      kind: 'return',
      reference: line.line_id,
      unique_key: `return:${line.line_id}`,
    });
    await reverseShare(sql, line.line_id, now);
    await appendAudit(sql, {
      ...by(actor),
      action: 'order.card_returned',
      subject: params.card_id,
      details: { order_id: params.id, price_cents: line.price_cents },
    });
    // After the transfer, which queues behind an order of this buyer that is about to store its reply.
    await forgetRequests(sql, user_id);
    await publishUserEvent(sql, user_id, 'order', { id: params.id });
    const over = overLimit(await topUpRoom(sql, { user_id, now }));
    return {
      data: await readOrder(ctx, sql, actor, params.id),
      over_limit: over && translate(localeOf(actor), over),
    };
  });
}

/** Puts a returned card back where its batch's others are; unconfirmed if the key that confirmed it was revoked since it was sold. */
async function putBack(sql: Tx, clock: Clock, id: string): Promise<void> {
  const [key] = await sql<{ revoked_at: string | null }[]>`
    select k.revoked_at from cards c join confirmations f on f.id = c.confirmation_id join issuer_keys k on k.id = f.key_id
    where c.id = ${id} for share of k`;
  await sql`
    update cards c set state = ${stateWhenReturned(sql, clock)} from batches b
    where c.id = ${id} and c.state = 'sold' and b.id = c.batch_id`;
  if (key?.revoked_at)
    await sql`
      update cards set state = 'unconfirmed', issuer_confirmed = false, confirmation_id = null
      where id = ${id} and state in ('available', 'paused')`;
}
