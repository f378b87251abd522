import type { Input, Reply } from '#contracts/call.ts';
import type { recordTopUpReturn as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { bookPaid } from './amounts/book-return.ts';
import { changeReturn, lockReturn } from './return/lock-return.ts';
import { notifyBuyer } from './return/notify-buyer.ts';
import { readReturn } from './shown/read-return.ts';

/** Records that the operator's wallet sent it: the shop itself never sends money. */
export async function recordTopUpReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { txid, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['approved']);
    const { user_id, coin, amount_cents } = row;
    if (txid.startsWith('0x') !== (coin === 'ETH')) throw invalidField('txid', message('top_up_return.no_txid'));
    await changeReturn(ctx, sql, id, { state: 'paid', txid, paid_by: actor.user.id, paid_at: ctx.clock.now() });
    await bookPaid(sql, row);
    await notifyBuyer(sql, row, 'paid');
    const details = { return_id: id, coin, amount_cents, txid, reason };
    await appendAudit(sql, { ...by(actor), action: 'top_up_return.paid', subject: user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
