import type { Reply } from '#contracts/call.ts';
import type { listAddresses as contract } from '#contracts/payments.ts';
import type { Coin } from '#platform/chain/types.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';
import { readPayments } from './read-payments.ts';

/** The user's newest address for each coin, with the newest payment on it that is still open. */
export async function listAddresses(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const user_id = actor.user.id;
  const addresses = await ctx.sql<{ coin: Coin; address: string }[]>`
    select distinct on (coin) coin, address from deposit_addresses
    where user_id = ${user_id} order by coin, created_at desc, id desc`;
  const locale = localeOf(actor);
  const data = await Promise.all(
    addresses.map(async ({ coin, address }) => {
      const open = await readPayments(ctx.sql, now, { user_id, locale, coin, text: address, open: true, limit: 1 });
      return { coin, address, payment: open.data[0] ?? null };
    }),
  );
  return { data };
}
