import type { Input, Reply } from '#contracts/call.ts';
import type { resumePurchase as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { changeRow, ForgedRowError } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx, localeOf } from '../../ctx.ts';
import { reportForged } from '../../identity/sessions/seals/report-forged.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { lockBuyer } from '../orders/buying/lock-buyer.ts';
import { replaceFormer } from './asked/replace-former.ts';
import { requireDevice } from './asked/require-device.ts';
import { lockOwn } from './ends/lock-own.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

/**
 * Takes back that a purchase was called off, within its time: as it was asked for, by the same consent, and from a device that could ask
 * for it.
 */
export async function resumePurchase(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const { state, expires_at, total_cents } = await lockOwn(sql, { id, user_id });
    if (state === 'bought' || state === 'failed') throw new AppError('conflict', message('purchase.ended'));
    const now = ctx.clock.now();
    if (Date.parse(expires_at) <= now.getTime()) throw new AppError('conflict', message('purchase.over'));
    if (state === 'called_off') {
      const inside = within(ctx, sql);
      const { spent_cents } = await lockBuyer(sql, user_id, now);
      await requireDevice(inside, sql, actor, { total_cents, spent_cents });
      await replaceFormer(inside, sql, user_id);
      const changes = { state: 'waiting', ended_at: null };
      await changeRow(ctx.vault, sql, { table: 'waiting_purchases', id }, changes).catch((error: unknown) => {
        if (!(error instanceof ForgedRowError)) throw error;
        reportForged(ctx, 'waiting_purchases', id);
        throw new AppError('conflict', message('purchase.ended'));
      });
      await appendAudit(sql, { ...by(actor), action: 'purchase.resumed', subject: id });
      await publishUserEvent(sql, user_id, 'payment', { id });
    }
    const { data } = await readWaitingPurchases(sql, { user_id, id, locale: localeOf(actor), limit: 1 });
    return { data: data[0]! };
  });
}
