import type { Input, Reply } from '#contracts/call.ts';
import type { listPayments as contract } from '#contracts/coins/payments.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, localeOf, type VaultCtx } from '../../ctx.ts';
import { readPayments } from './read-payments.ts';

/** The user's own payments, newest first. */
export async function listPayments(
  ctx: VaultCtx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const { data, total } = await readPayments(ctx, ctx.clock.now(), {
    user_id: actor.user.id,
    locale: localeOf(actor),
    text: query.q,
    coin: query.coin,
    status: query.status,
    from: query.from,
    to: query.to,
    open: query.open === '1',
    limit: page.per_page,
    offset: offsetOf(page),
  });
  return { data, meta: numberedMeta(page, total, data.length) };
}
