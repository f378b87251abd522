import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { recordDeposits } from './record-deposits.ts';

const shop = await createTestShop();
const { sql } = shop;
const admin = await shop.createUser({ role: 'admin' });
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
const alertsOf = async (kind: string, user: TestUser) =>
  (await shop.as(admin)(listAlerts)).body.data.filter(
    (alert) => alert.kind === kind && alert.people.some(({ id }) => id === user.id),
  );

test('the third account that is paid from one address is an alert that names all of them, and each further one counts up', async () => {
  const kind = 'velocity.shared_source';
  const source = `0x${hex(20)}`;
  const users = await Promise.all([0, 1, 2, 3].map(() => shop.createUser({ tier: 2 })));
  const keys: string[] = [];
  for (const user of users) keys.push(await addressOf(user));
  await receive(keys[0]!, 1000, [source]);
  await receive(keys[0]!, 1000, [source, `0x${hex(20)}`]);
  await receive(keys[1]!, 1000, [source]);
  expect(await alertsOf(kind, users[0]!)).toEqual([]);
  const txid = await receive(keys[2]!, 1000, [source]);
  const [alert] = await alertsOf(kind, users[0]!);
  expect(alert).toMatchObject({ subject: source, times: 1, details: { count: 3, coin: 'ETH' } });
  expect(alert!.people.map(({ id }) => id).toSorted()).toEqual(
    users
      .slice(0, 3)
      .map(({ id }) => id)
      .toSorted(),
  );
  const [deposit] = await sql<{ id: string }[]>`select id from deposits where txid = ${txid}`;
  expect(alert!.link).toBe(`/admin/payments/${deposit!.id}`);

  // The same deposit found in another block, and another deposit to a known account: the same occurrence.
  await receive(keys[2]!, 1000, [source], txid);
  await receive(keys[1]!, 1000, [source]);
  expect(await alertsOf(kind, users[0]!)).toMatchObject([{ times: 1 }]);
  shop.clock.advance(1);
  await receive(keys[3]!, 1000, [source]);
  expect(await alertsOf(kind, users[3]!)).toMatchObject([{ times: 2, details: { count: 4 } }]);
  const audit = await sql`select from audit_entries where action = ${kind} and subject = ${source}`;
  expect(audit).toHaveLength(2);
});

test.each([
  ['three of 90 % to 100 % of the limit within a day', 0, [13_500, 15_000, 14_000], 1],
  ['one of them over the limit, which is held anyway', 0, [13_500, 15_001, 14_000], 0],
  ['one of them a cent below 90 %', 0, [13_500, 13_499, 14_000], 0],
  ['three just under the stored limit of another tier', 1, [95_000, 99_999, 90_000], 1],
  ['three just under the limit of 30 days', 1, [270_000, 290_000, 300_000], 1],
  ['three just under the limit of a lower tier', 1, [14_000, 14_500, 15_000], 0],
] as const)('payments just under a limit: %s', async (_, tier, sums, alerts) => {
  const user = await shop.createUser({ tier });
  const key = await addressOf(user);
  for (const cents of sums) {
    await receive(key, cents);
    shop.clock.advance(HOUR_MS);
  }
  expect(await alertsOf('velocity.split_payments', user)).toHaveLength(alerts);
});

test('payments just under a limit that are more than a day apart are none, and one occurrence is one alarm', async () => {
  const kind = 'velocity.split_payments';
  const user = await shop.createUser({ tier: 0 });
  const key = await addressOf(user);
  await receive(key, 14_900);
  shop.clock.advance(13 * HOUR_MS);
  await receive(key, 14_900);
  shop.clock.advance(11 * HOUR_MS);
  await receive(key, 14_900);
  expect(await alertsOf(kind, user)).toEqual([]);
  shop.clock.advance(HOUR_MS);
  await receive(key, 14_900);
  await receive(key, 14_900);
  expect(await alertsOf(kind, user)).toMatchObject([
    { sentence: '3 payments within 24 hours were just under the limit of $150.00.', times: 1 },
  ]);
  const audit = await sql`select from audit_entries where action = ${kind} and subject = ${user.id}`;
  expect(audit).toHaveLength(1);
});
