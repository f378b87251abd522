import type { Input, Reply } from '#contracts/call.ts';
import type { callOffPurchase as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, localeOf } from '../../ctx.ts';
import { endPurchase } from './ends/end-purchase.ts';
import { lockOwn } from './ends/lock-own.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

/** Calls off a purchase that waits; one that was called off before stays so. */
export async function callOffPurchase(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const { state } = await lockOwn(sql, { id, user_id });
    if (state === 'waiting') await endPurchase(ctx, sql, id, { state: 'called_off', who: by(actor) });
    else if (state !== 'called_off') throw new AppError('conflict', message('purchase.ended'));
    const { data } = await readWaitingPurchases(sql, { user_id, id, locale: localeOf(actor), limit: 1 });
    return { data: data[0]! };
  });
}
