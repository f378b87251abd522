import type { Input, Reply } from '#contracts/call.ts';
import type { changeBoughtCard as contract } from '#contracts/shop/wallet.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { annotateLine } from '../orders/lines/annotate-line.ts';
import { readWalletCard } from './read-wallet.ts';

/** Marks a revealed card as used or unused, and changes its buyer's note. */
export async function changeBoughtCard(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  const { used, note } = body;
  return transaction(ctx.sql, async (sql) => {
    const [line] = await sql<{ id: string; state: string }[]>`
      select l.id, l.state from order_lines l join orders o on o.id = l.order_id
      where o.id = ${params.id} and o.user_id = ${user_id} and l.card_id = ${params.card_id} for update of l`;
    if (!line) throw new AppError('not_found', message('order.no_such_card'));
    if (used && line.state !== 'revealed')
      throw new AppError('conflict', message(line.state === 'delivered' ? 'wallet.not_revealed' : 'order.returned'));
    await annotateLine(sql, { line_id: line.id, used, note, now: ctx.clock.now() });
    const fields = Object.keys(body);
    if (fields.length > 0) {
      const details = { order_id: params.id, fields, ...(used !== undefined && { used }) };
      await appendAudit(sql, { ...by(actor), action: 'card.annotated', subject: params.card_id, details });
      await publishUserEvent(sql, user_id, 'order', { id: params.id });
    }
    const card = await readWalletCard(sql, ctx.clock, { user_id, order_id: params.id, card_id: params.card_id });
    return { data: card! };
  });
}
