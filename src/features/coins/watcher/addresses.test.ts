import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { listUnclaimedDeposits } from '#contracts/coins/unclaimed-deposits.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { connect } from '#platform/db/client.ts';
import { withDatabase } from '#tests/support/database-server.ts';
import { DEV_XPUB, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { getActorByUsername } from '../../identity/sessions/get-actor-by-username.ts';
import { createPayment } from '../payments/create-payment.ts';
import { createWatch } from './watch-chains.ts';

const shop = await createTestShop();
const dev = await startDevChain();
// Watched as a real chain, so that the cursor's age counts.
dev.chain.development = false;
let poll: () => Promise<void>;
const admin = shop.as(await shop.createUser({ role: 'admin' }));
const AMOUNT = 10n ** 17n;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});

const quote = async (user: TestUser) =>
  (await shop.as(user)(contract.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } })).body.data;
const nextIndex = async (sql = shop.sql) =>
  (await sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`)[0]!.next_index;
const indexOf = (address: string) => {
  for (let index = 0; ; index++) if (dev.chain.addressAt(index).address === address) return index;
};
const unclaimed = async () => (await admin(listUnclaimedDeposits)).body.data;

test('a buyer keeps one address until it is paid, then gets the next, and both are watched', async () => {
  const user = await shop.createUser({ tier: 2 });
  const first = await quote(user);
  expect((await quote(user)).address).toBe(first.address);
  await dev.send(first.address, BigInt(first.amount_units));
  await dev.mine(12);
  await poll();
  const second = await quote(user);
  expect(second.address).not.toBe(first.address);
  await dev.send(first.address, BigInt(first.amount_units));
  await dev.mine(12);
  await poll();
  const { body } = await shop.as(user)(contract.listAddresses);
  expect(body.data).toEqual([
    { coin: 'ETH', address: second.address, payment: expect.objectContaining({ id: second.id }) },
  ]);
  const { body: list } = await shop.as(user)(contract.listPayments, { query: { status: 'credited' } });
  // The second deposit is credited at the current rate, rounded down.
  expect(list.data).toHaveLength(1);
  expect([1999, 2000]).toContain(list.data[0]!.credited_cents);
});

test.each([
  ['a plain transfer', (to: string) => dev.send(to, AMOUNT)],
  ['a payment from inside a contract', (to: string) => dev.sendInternally(to, AMOUNT)],
] as const)(
  '%s to an address that nobody was given is put aside, alerts, and the address is never given out',
  async (_, send) => {
    const index = (await nextIndex()) + 150;
    const { address } = dev.chain.addressAt(index);
    await send(address);
    await dev.mine(13);
    await poll();
    const [found] = await unclaimed();
    expect(found).toMatchObject({ coin: 'ETH', index, address, amount_units: `${AMOUNT}`, height: expect.any(Number) });
    expect(await nextIndex()).toBe(index + 1000);
    expect((await quote(await shop.createUser())).address).toBe(dev.chain.addressAt(index + 1000).address);
    const alerts =
      await shop.sql`select times from alerts where kind = 'chain.unclaimed' and details ->> 'index' = ${`${index}`}`;
    expect(alerts).toEqual([{ times: 1 }]);
    const deposits = await shop.sql`select from deposits where key = ${address.toLowerCase()}`;
    expect(deposits).toHaveLength(0);
    const [cursor] = await shop.sql`select state from chain_cursors where coin = 'ETH'`;
    expect(cursor).toEqual({ state: 'following' });
  },
);

test('money put aside that leaves the chain is no more there, and a rest of a gap is watched too', async () => {
  const { address } = dev.chain.addressAt((await nextIndex()) - 500);
  await dev.send(address, AMOUNT);
  await dev.mine(2);
  await poll();
  expect((await unclaimed())[0]).toMatchObject({ address, height: expect.any(Number) });
  await dev.reorganise(3);
  await poll();
  expect((await unclaimed())[0]).toMatchObject({ address, height: null });
});

/** Copies the shop's database as it is now, like a backup. */
async function backUp() {
  const name = `copy_${randomBytes(6).toString('hex')}`;
  const control = connect(inject('database_url'), { max: 1 });
  const original = new URL(shop.databaseUrl).pathname.slice(1);
  await control`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${original}`;
  await control`create database ${control(name)} template ${control(original)}`;
  const sql = connect(withDatabase(inject('database_url'), name), { max: 4 });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await control`drop database ${control(name)} with (force)`;
    await control.end();
  });
  return sql;
}

test('a credit after a backup is found again on the chain by the restored shop, and credited once', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { address, amount_units } = await quote(user);
  await poll();
  const copy = await backUp();
  await dev.send(address, BigInt(amount_units));
  await dev.mine(12);
  await poll();
  const creditsIn = (sql: typeof copy) => sql<{ amount_cents: number }[]>`
    select t.amount_cents from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
    where t.kind = 'top_up' and a.owner_id = ${user.id}`;
  const credited = await creditsIn(shop.sql);
  expect(credited).toHaveLength(1);
  expect(await creditsIn(copy)).toEqual([]);
  const watch = createWatch({ ...shop.ctx, sql: copy, chains: { ETH: dev.chain } }, dev.chain);
  await watch();
  await watch();
  expect(await creditsIn(copy)).toEqual(credited);
});

test('a restored backup gives out no address that was given out after it was made', async () => {
  const before = await shop.createUser({ tier: 2 });
  await quote(before);
  await poll();
  const copy = await backUp();
  const restored = { ...shop.ctx, sql: copy, chains: { ETH: dev.chain } };
  const given: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { address, amount_units } = await quote(await shop.createUser());
    given.push(address);
    // The last one is still unpaid, so the chain doesn't know it.
    if (i < 2) await dev.send(address, BigInt(amount_units));
  }
  await dev.mine(12);
  await poll();

  shop.clock.advance(61_000);
  const ask = async () => {
    const { username } = await newcomerIn();
    const actor = await getActorByUsername(restored, username);
    const body = { coin: 'ETH' as const, amount_cents: 1000 };
    return createPayment(restored, actor, { body, params: undefined, query: undefined });
  };
  async function newcomerIn() {
    const username = `u${randomBytes(4).toString('hex')}`;
    await copy`insert into users (username, email, password_hash, tier, terms_accepted_at, email_verified_at, activated_at)
      values (${username}, ${`${username}@example.com`}, 'none', 2, now(), now(), now())`;
    return { username };
  }
  await expect(ask()).rejects.toThrow(/can't pay in ETH right now/);
  await copy`insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 250000000000, '{test}', ${shop.clock.now()})`;
  await createWatch(restored, dev.chain)();
  const { data } = await ask();
  expect(given).not.toContain(data.address);
  expect(indexOf(data.address)).toBeGreaterThan(Math.max(...given.map(indexOf)) + 900);
  const aside = await copy`select index from unclaimed_deposits where height is not null order by index`;
  expect(aside.map(({ index }) => index)).toEqual(expect.arrayContaining(given.slice(0, 2).map(indexOf)));
  const alerts = await copy`select from alerts where kind = 'chain.backup' and resolved_at is null`;
  expect(alerts).toHaveLength(1);
});

test('a short restart passes over nothing', async () => {
  const next = await nextIndex();
  await poll();
  shop.clock.advance(20_000);
  await createWatch(shop.ctx, dev.chain)();
  expect(await nextIndex()).toBe(next);
});

test('the same key in another spelling goes on where it was, and the addresses of both are watched', async () => {
  const before = await quote(await shop.createUser());
  const next = await nextIndex();
  const branch = HDKey.fromExtendedKey(DEV_XPUB).deriveChild(0).publicExtendedKey;
  const respelled = openChain('ETH', { rpc_url: 'http://127.0.0.1:9', xpub: branch, development: true });
  const chain = { ...respelled, adapter: dev.chain.adapter, development: false };
  shop.ctx.chains.ETH = chain;
  onTestFinished(() => {
    shop.ctx.chains.ETH = dev.chain;
  });
  expect((await quote(await shop.createUser())).address).toBe(dev.chain.addressAt(next).address);
  expect(await shop.sql`select next_index from xpub_accounts where coin = 'ETH'`).toEqual([{ next_index: next + 1 }]);
  await dev.send(before.address, BigInt(before.amount_units));
  await dev.mine(12);
  await createWatch(shop.ctx, chain)();
  const [deposit] = await shop.sql`select state from deposits where payment_id = ${before.id}`;
  expect(deposit).toEqual({ state: 'credited' });
});
