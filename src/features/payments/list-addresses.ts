import type { Reply } from '#contracts/call.ts';
import type { listAddresses as contract } from '#contracts/payments.ts';
import type { Coin } from '#platform/chain/types.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';
import { readPayments } from './read-payments.ts';

/** The user's newest address of each coin, with the payment that is open on it. */
export async function listAddresses(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const addresses = await ctx.sql<{ coin: Coin; address: string; payment_id: string | null }[]>`
    select distinct on (a.coin) a.coin, a.address, p.id as payment_id
    from deposit_addresses a left join lateral (
      select id from payments where address_id = a.id and expires_at > ${now} order by created_at desc, id desc limit 1
    ) p on true
    where a.user_id = ${actor.user.id} order by a.coin, a.created_at desc, a.id desc`;
  const data = await Promise.all(
    addresses.map(async ({ coin, address, payment_id }) => ({
      coin,
      address,
      payment: payment_id
        ? ((
            await readPayments(ctx.sql, now, {
              user_id: actor.user.id,
              locale: localeOf(actor),
              id: payment_id,
              limit: 1,
            })
          ).data[0] ?? null)
        : null,
    })),
  );
  return { data };
}
