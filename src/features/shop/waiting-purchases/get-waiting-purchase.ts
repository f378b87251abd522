import type { Input, Reply } from '#contracts/call.ts';
import type { getWaitingPurchase as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

export async function getWaitingPurchase(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const filter = { user_id: actor.user.id, id, locale: localeOf(actor), limit: 1 };
  const { data } = await readWaitingPurchases(ctx.sql, filter);
  if (!data[0]) throw new AppError('not_found', message('purchase.not_found'));
  return { data: data[0] };
}
