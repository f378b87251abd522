import type { Input, Reply } from '#contracts/call.ts';
import type { listPurchasesOf as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

/** For staff, who can neither ask for a purchase nor call one off. */
export async function listPurchasesOf(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const [user] = await ctx.sql`select from users where id = ${id}`;
  if (!user) throw new AppError('not_found', message('review.no_person'));
  await notePerson(ctx, ctx.sql, actor, id);
  const { data, total } = await readWaitingPurchases(ctx.sql, {
    user_id: id,
    locale: localeOf(actor),
    limit: page.per_page,
    offset: offsetOf(page),
  });
  return { data, meta: numberedMeta(page, total, data.length) };
}
