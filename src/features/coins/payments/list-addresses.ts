import type { Reply } from '#contracts/call.ts';
import type { listAddresses as contract } from '#contracts/coins/payments.ts';
import type { Coin } from '#platform/chain/types.ts';
import { type Actor, localeOf, type VaultCtx } from '../../ctx.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';
import { readPayments } from './read-payments.ts';

/** The user's newest address for each coin, with the newest payment on it that is still open. None that isn't ours. */
export async function listAddresses(ctx: VaultCtx, actor: Actor): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const user_id = actor.user.id;
  const newest = await ctx.sql<{ coin: Coin; issued: IssuedAddress }[]>`
    select distinct on (a.coin) a.coin, ${issuedAddress(ctx.sql)} as issued from deposit_addresses a
    where a.user_id = ${user_id} and a.refused_at is null order by a.coin, a.created_at desc, a.id desc`;
  const locale = localeOf(actor);
  const addresses = newest.flatMap(({ coin, issued }) => {
    const address = vouchedAddress(ctx, { coin, user_id, ...issued });
    return address === null ? [] : [{ coin, address }];
  });
  const data = await Promise.all(
    addresses.map(async ({ coin, address }) => {
      const open = await readPayments(ctx, now, { user_id, locale, coin, text: address, open: true, limit: 1 });
      return { coin, address, payment: open.data[0] ?? null };
    }),
  );
  return { data };
}
