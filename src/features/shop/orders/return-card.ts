import type { Input, Reply } from '#contracts/call.ts';
import type { returnCard as contract } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { overStoredLimit, topUpRoom } from '../../coins/deposits/credit/top-up-limits.ts';
import { type Actor, by, type Ctx, localeOf } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { putBack } from '../../supply/batches/cards/put-back.ts';
import { RETURN_WINDOW_MS, readOrder } from './get-order.ts';
import { endLine } from './lines/end-line.ts';
import { notifyReturned } from './messages/notify-returned.ts';
import { passOverReturner } from './returns/pass-over-returner.ts';
import { refundLine } from './returns/refund-line.ts';
import { UNSOLD } from './seals/refuse-unsold.ts';
import { findFlaw, type StoredLine, soldLine } from './seals/sold-lines.ts';

/** Takes an unrevealed card back within 14 days, for its price. */
export async function returnCard(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: order_id, card_id } = params;
  return transaction(ctx.sql, async (sql) => {
    const { line_id, set_off_cents, over_limit } = await takeBack(ctx, sql, actor, { order_id, card_id });
    await queueMail(sql, 'card_returned', { line_id, set_off_cents: String(set_off_cents) });
    return { data: await readOrder(ctx, sql, actor, order_id), over_limit };
  });
}

interface TakenBack {
  line_id: string;
  refund_cents: number;
  set_off_cents: number;
  /** What it means that the balance is over the tier's limit now; null where it isn't. */
  over_limit: string | null;
}

/**
 * Takes back a card of a buyer's order, returned or with the contract withdrawn from: its price is refunded to the balance,
 * less what support already refunded of it by hand, and it goes back on sale if its batch is and its issuer still vouches for it.
 */
export async function takeBack(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { order_id, card_id, withdrawal }: { order_id: string; card_id: string; withdrawal?: true },
): Promise<TakenBack> {
  const { id: user_id } = actor.user;
  // Before the order, as whatever else moves this balance does.
  await sql`
    select from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = ${user_id} and a.kind = 'available' for update of b`;
  const now = ctx.clock.now();
  const { line_id, price_cents } = await lockReturnable(ctx, sql, now, { user_id, order_id, card_id });
  await endLine(sql, { line_id, as: 'returned', now });
  await passOverReturner(sql, line_id);
  await putBack(ctx, sql, { card_id, line_id });
  const refund = { line_id, order_id, user_id, price_cents, kind: 'return', now } as const;
  const set_off_cents = await refundLine(sql, refund);
  await appendAudit(sql, {
    ...by(actor),
    action: 'order.card_returned',
    subject: card_id,
    details: {
      order_id,
      price_cents,
      ...(set_off_cents > 0 && { set_off_cents }),
      ...(withdrawal && { withdrawal }),
    },
  });
  const refund_cents = price_cents - set_off_cents;
  await notifyReturned(sql, { user_id, order_id, refund_cents });
  const over = overStoredLimit(await topUpRoom(sql, { user_id, now }));
  return { line_id, refund_cents, set_off_cents, over_limit: over && translate(localeOf(actor), over) };
}

interface Returnable {
  line_id: string;
  state: string;
  price_cents: number;
  created_at: string;
  sold: StoredLine;
  mac: Uint8Array | null;
  /** Its code was shown for this order. */
  was_opened: boolean;
}

async function lockReturnable(
  { vault }: Ctx,
  sql: Tx,
  now: Date,
  { user_id, order_id, card_id }: { user_id: string; order_id: string; card_id: string },
): Promise<{ line_id: string; price_cents: number }> {
  const [line] = await sql<Returnable[]>`
    select l.id as line_id, l.state, l.price_cents, o.created_at, ${soldLine(sql)} as sold, l.mac,
      exists (select from audit_entries e
        where e.subject = l.card_id::text and e.action in ('card.revealed', 'gift.opened')
        and e.details ->> 'order_id' = o.id::text) as was_opened
    from order_lines l join orders o on o.id = l.order_id
    where o.id = ${order_id} and o.user_id = ${user_id} and l.card_id = ${card_id} for update of o, l`;
  if (!line) throw new AppError('not_found', message('order.no_such_card'));
  if (line.state !== 'delivered') {
    throw new AppError(
      'conflict',
      message(line.state === 'revealed' ? 'order.revealed_kept' : 'order.returned_already'),
    );
  }
  if (now.getTime() >= Date.parse(line.created_at) + RETURN_WINDOW_MS)
    throw new AppError('conflict', message('order.return_over'));
  // The audit log only grows: whoever sets a line back to delivered neither keeps a code for nothing nor is paid for no sale.
  if (line.was_opened) throw new AppError('conflict', message('order.revealed_kept'));
  if (findFlaw(vault, line.sold, line.mac))
    throw new AppError('conflict', message('order.unsold')).marked({ reason: UNSOLD });
  return line;
}
