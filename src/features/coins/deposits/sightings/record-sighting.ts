import type { Coin, Hint } from '#platform/chain/types.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { endConflicting } from './end-sightings.ts';

/**
 * Records an unconfirmed transfer to one of our addresses. One that comes back after it was gone begins anew: whoever took a
 * payment back has no claim to its old time.
 */
export async function recordSighting(ctx: Ctx, coin: Coin, { txid, key, amount, spends }: Hint): Promise<void> {
  const now = ctx.clock.now();
  const [hint] = await ctx.sql<{ user_id: string; payment_id: string; appeared: boolean }[]>`
    insert into seen_hints as known (coin, key, txid, amount_units, spends, payment_id, first_seen_at, last_seen_at)
    select ${coin}, ${key}, ${txid}, ${amount.toString()}, ${spends}, p.id, ${now}, ${now}
    from deposit_addresses a join payments p on p.address_id = a.id
    where a.coin = ${coin} and a.key = ${key}
      and not exists (select from deposits d where d.coin = ${coin} and d.txid = ${txid} and d.key = ${key} and d.height is not null)
    order by p.created_at desc, p.id desc limit 1
    on conflict (coin, txid, key, amount_units) do update set
      last_seen_at = excluded.last_seen_at, spends = excluded.spends, gone_at = null,
      payment_id = case when known.gone_at is null then known.payment_id else excluded.payment_id end,
      first_seen_at = case when known.gone_at is null then known.first_seen_at else excluded.first_seen_at end
    returning new.payment_id, (select user_id from payments where id = new.payment_id) as user_id,
      old.id is null or old.gone_at is not null as appeared`;
  if (!hint?.appeared) return;
  await endConflicting(ctx.sql, now, { coin, txid, spends });
  await publishUserEvent(ctx.sql, hint.user_id, 'payment', { id: hint.payment_id });
}
