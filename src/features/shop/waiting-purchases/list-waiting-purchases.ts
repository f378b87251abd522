import type { Input, Reply } from '#contracts/call.ts';
import type { listWaitingPurchases as contract } from '#contracts/shop/waiting-purchases.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

export async function listWaitingPurchases(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const { data, total } = await readWaitingPurchases(ctx.sql, {
    user_id: actor.user.id,
    locale: localeOf(actor),
    open: query.open === '1',
    limit: page.per_page,
    offset: offsetOf(page),
  });
  return { data, meta: numberedMeta(page, total, data.length) };
}
