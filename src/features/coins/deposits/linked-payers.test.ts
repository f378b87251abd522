import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { getLimits } from '#contracts/customers/tiers.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { topUpRoom } from './credit/top-up-limits.ts';
import { recordDeposits } from './record-deposits.ts';

// In demo mode everybody pays from one wallet.
const shop = await createTestShop({ demo: false });
const { sql } = shop;
const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const UNITS_PER_CENT = 10n ** 18n / 100_000n;
let height = 1;

/** An address whose quote at 1000 dollars a coin has expired: deposits count at the newest rate, which is the same. */
async function addressOf(user: TestUser) {
  const key = `0x${hex(20)}`;
  const now = shop.clock.now();
  await sql`insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('ETH', ${Buffer.alloc(32)}, '00') on conflict do nothing`;
  const [rate] = await sql<{ id: number }[]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', ${1000e8}, '{test}', ${now}) returning id`;
  const [address] = await sql<{ id: string }[]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id, paid_at)
    select 'ETH', min(id), (select count(*) from deposit_addresses), ${key}, ${key}, ${user.id}, ${now} from xpub_accounts returning id`;
  await sql`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
    values (${user.id}, 'ETH', ${address!.id}, 1000, 1, ${rate!.id}, ${now}, ${now})`;
  return key;
}
async function receive(key: string, cents: number, senders: string[] = [], txid = `0x${hex(32)}`) {
  const at = { height: ++height, hash: `0x${hex(32)}`, time: shop.clock.now().getTime() / 1000 };
  const transfer = { txid, n: 0, key, amount: BigInt(cents) * UNITS_PER_CENT, minDepth: 0, senders, spends: [] };
  await transaction(sql, (tx) => recordDeposits(shop.ctx, tx, 'ETH', [transfer], at));
  return txid;
}

test('accounts that one address paid share their limits, and a payment over them waits', async () => {
  const source = `0x${hex(20)}`;
  const [one, other, stranger] = await Promise.all([0, 1, 2].map(() => shop.createUser({ tier: 0 })));
  await receive(await addressOf(one!), 1000, [source]);
  await receive(await addressOf(other!), 1000, [`0x${hex(20)}`, source]);
  await receive(await addressOf(stranger!), 1000, [`0x${hex(20)}`]);
  await shop.fund(one!.id, 150_00);
  const used = async (user: TestUser) => (await shop.as(user)(getLimits)).body.data.used;
  expect(await used(other!)).toMatchObject({ shared_with: 1, stored_cents: 150_00 });
  expect((await topUpRoom(sql, { user_id: other!.id, now: shop.clock.now() })).room_cents).toBe(0);
  expect(await used(stranger!)).toMatchObject({ shared_with: 0, stored_cents: 0 });
  const kept = await sql<{ key: Buffer }[]>`select key from account_links where kind = 'funding'`;
  expect(kept.map(({ key }) => key.toString('hex'))).not.toContain(source.slice(2));
});

test('an address that paid an account less than five dollars in all ties it to nobody', async () => {
  const source = `0x${hex(20)}`;
  const [thief, victim] = await Promise.all([0, 1].map(() => shop.createUser({ tier: 0 })));
  await receive(await addressOf(thief!), 1000, [source]);
  const sharedWith = async () => (await shop.as(victim!)(getLimits)).body.data.used.shared_with;
  const key = await addressOf(victim!);
  await receive(key, 300, [source]);
  // Another address, and another account's money from this one, don't count.
  await receive(key, 1000, [`0x${hex(20)}`]);
  expect(await sharedWith()).toBe(0);
  await receive(key, 199, [source]);
  expect(await sharedWith()).toBe(0);
  await receive(key, 1, [source]);
  expect(await sharedWith()).toBe(1);
});
