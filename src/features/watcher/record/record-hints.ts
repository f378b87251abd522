import type { Chain } from '#platform/chain/open-chain.ts';
import type { Key } from '#platform/chain/types.ts';
import type { Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../notifications/publish-user-event.ts';

/** Records unconfirmed transfers to our addresses, so that they show at once and fix the time for their rate. */
export async function recordHints(ctx: Ctx, { coin, adapter }: Chain, watched: ReadonlySet<Key>): Promise<void> {
  const now = ctx.clock.now();
  for (const { txid, key, amount } of await adapter.hints(watched)) {
    const [hint] = await ctx.sql<{ user_id: string; payment_id: string; is_new: boolean }[]>`
      insert into seen_hints (coin, key, txid, amount_units, payment_id, first_seen_at, last_seen_at)
      select ${coin}, ${key}, ${txid}, ${amount.toString()}, p.id, ${now}, ${now}
      from deposit_addresses a join payments p on p.address_id = a.id
      where a.coin = ${coin} and a.key = ${key}
        and not exists (select from deposits d where d.coin = ${coin} and d.txid = ${txid} and d.key = ${key} and d.height is not null)
      order by p.created_at desc, p.id desc limit 1
      on conflict (coin, txid, key, amount_units) do update set last_seen_at = excluded.last_seen_at
      returning payment_id, (select user_id from payments where id = payment_id) as user_id, xmax = 0 as is_new`;
    if (hint?.is_new) await publishUserEvent(ctx.sql, hint.user_id, 'payment', { id: hint.payment_id });
  }
}
