import type { Input, Reply } from '#contracts/call.ts';
import type { getPurchaseOfDeposit as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

/** For staff, who can neither ask for a purchase nor call one off. */
export async function getPurchaseOfDeposit(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [deposit] = await ctx.sql<{ user_id: string; payment_id: string }[]>`
    select user_id, payment_id from deposits where id = ${params.id}`;
  if (!deposit) throw new AppError('not_found', message('held.missing'));
  const { user_id, payment_id: id } = deposit;
  await notePerson(ctx, ctx.sql, actor, user_id);
  const { data } = await readWaitingPurchases(ctx.sql, { user_id, id, locale: localeOf(actor), limit: 1 });
  return { data: data[0] ?? null };
}
