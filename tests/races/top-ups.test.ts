import { expect, test } from 'vitest';
import { COINS } from '#contracts/coins.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { findCursor } from '#features/coins/deposits/credit/cursor.ts';
import { creditDeposit } from '#features/coins/deposits/credit-deposit.ts';
import type { Coin } from '#platform/chain/types.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const e = { BTC: 8, ETH: 18, LTC: 8 };

/** Deposits of 40 dollars each, fully confirmed, in every coin: each chain has its own watcher. */
async function arrange(user: TestUser, each: number) {
  const now = shop.clock.now();
  const ids: { coin: Coin; id: string }[] = [];
  for (const coin of COINS) {
    await shop.sql`insert into chain_cursors (coin, identity, height, hash, state) values (${coin}, '1', 100, 'h', 'following')
      on conflict do nothing`;
    const [rate] = await shop.sql<{ id: number }[]>`
      insert into rate_samples (coin, usd_e8, sources, at) values (${coin}, ${40 * 1e8}, '{test}', ${now}) returning id`;
    const [account] = await shop.sql<{ id: number }[]>`
      insert into xpub_accounts (coin, xpub_hash, fingerprint) values (${coin}, ${Buffer.alloc(32)}, 'f')
      on conflict (coin, xpub_hash) do update set fingerprint = 'f' returning id`;
    const [{ n }] = await shop.sql<[{ n: number }]>`select count(*) as n from deposit_addresses`;
    const [address] = await shop.sql<{ id: string }[]>`
      insert into deposit_addresses (coin, account_id, index, key, address, user_id)
      values (${coin}, ${account!.id}, ${n}, ${`${coin}${n}`}, ${`${coin}${n}`}, ${user.id}) returning id`;
    const unit = (10n ** BigInt(e[coin])).toString();
    const [payment] = await shop.sql<{ id: string }[]>`
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
      values (${user.id}, ${coin}, ${address!.id}, 4000, ${unit}, ${rate!.id}, ${now}, ${new Date(now.getTime() + MINUTE_MS)})
      returning id`;
    for (let i = 0; i < each; i++) {
      const [deposit] = await shop.sql<{ id: string }[]>`
        insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, height, hash)
        values (${coin}, ${`${coin}-${n}-${i}`}, 0, ${`${coin}${n}`}, ${user.id}, ${payment!.id}, ${unit}, ${now}, 3, 50, 'x')
        returning id`;
      ids.push({ coin, id: deposit!.id });
    }
  }
  return ids;
}

test('top-ups of three coins credited at the same moment stop at the tier’s limit to the cent, and no unit is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const user = await shop.createUser({ tier: 0 });
    const deposits = await arrange(user, 3);
    const attempts = [...deposits, ...deposits];
    await Promise.all(
      attempts.map(async ({ coin, id }) => creditDeposit(shop.ctx, (await findCursor(shop.sql, coin))!, id)),
    );
    expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(150_00);
    const [sums] = await shop.sql<{ credited: number; held: number }[]>`
      select sum(credited_cents)::bigint as credited, count(*) filter (where hold_reason = 'stored') as held
      from deposits where user_id = ${user.id}`;
    // Nine of 40 dollars: three and three quarters fit.
    expect(sums).toEqual({ credited: 150_00, held: 6 });
  }
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});
