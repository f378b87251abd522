import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { alertsAbout, expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { createWatch } from '../watcher/watch-chains.ts';
import { usualDepth } from './required-depth.ts';

const coin = 'BTC';
const shop = await createTestShop();
const core = await startCoreChain(coin);
const depth = usualDepth(coin);
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
let poll: () => Promise<boolean>;
let buyer: TestUser;

beforeAll(async () => {
  shop.ctx.chains[coin] = core.chain;
  poll = createWatch(shop.ctx, core.chain);
  await refreshRates(shop.ctx, demoSources());
});
beforeEach(async () => {
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

const quote = async () => {
  const { status, body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 1000 } });
  expect(status).toBe(201);
  return body.data;
};
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
const mine = async (blocks: number) => {
  await core.mine(blocks);
  await poll();
};

test('money that nobody sent is not credited, and raises an alert', async () => {
  const payment = await quote();
  const [forged] = await stolen<{ id: string }[]>`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, height, hash)
    select p.coin, ${'f'.repeat(64)}, 0, a.key, p.user_id, p.id, p.amount_units, ${shop.clock.now()}, 1, 1, ${'0'.repeat(64)}
    from payments p join deposit_addresses a on a.id = p.address_id where p.id = ${payment.id} returning id`;
  await mine(depth);
  expect(await available()).toBe(0);
  await expectForgedRowAlert(shop, `deposits:${forged!.id}`);
});

test('the outputs that a deposit adds up to stay as they are, and its MAC covers them', async () => {
  const payment = await quote();
  await core.pay(payment.address, BigInt(payment.amount_units));
  await mine(1);
  await expect(
    stolen`update deposits set output_ns = array[n, n + 1], output_units = array[amount_units - 1, 1]`,
  ).rejects.toThrow('permission denied');
  const outputs = shop.sql.json({ output_ns: [0, 1], output_units: [1, 2] });
  const [facts] = await shop.sql`
    select sealed_facts(d) = sealed_facts(jsonb_populate_record(d, ${outputs})) as same
    from deposits d where payment_id = ${payment.id}`;
  expect(facts).toEqual({ same: false });
});

test('a sighting that names the quote of another address does not pay it', async () => {
  const large = await quote();
  await core.pay(large.address, BigInt(large.amount_units));
  await mine(depth);
  expect(await available()).toBe(1000);
  const { body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 500 } });
  const next = body.data;
  expect(next.address).not.toBe(large.address);
  const { txid } = await core.pay(next.address, BigInt(next.amount_units));
  await stolen`
    insert into seen_hints (coin, key, txid, amount_units, spends, payment_id, first_seen_at, last_seen_at)
    select ${coin}, a.key, ${txid}, ${next.amount_units}, '{}', ${large.id}, ${shop.clock.now()}, ${shop.clock.now()}
    from deposit_addresses a where a.address = ${next.address}`;
  await mine(depth);
  const [deposit] = await shop.sql`select payment_id from deposits where txid = ${txid}`;
  expect(deposit).toEqual({ payment_id: next.id });
  expect(await available()).toBe(1500);
});

test('a payment that was credited is not credited again, whatever its row says was credited', async () => {
  const payment = await quote();
  await core.pay(payment.address, BigInt(payment.amount_units));
  await mine(depth);
  expect(await available()).toBe(1000);
  const again = () => stolen`
    update deposits set state = 'pending', generation = generation + 7, credited_units = 0, credited_cents = 0,
      locked_units = 0, locked_cents = 0, hold_reason = null, credited_at = null, rate_id = null where payment_id = ${payment.id}`;
  await again();
  await mine(1);
  expect(await available()).toBe(1000);
  await stolen`update deposit_credits set reversed_at = now()`;
  await again();
  await mine(1);
  expect(await available()).toBe(1000);
});

test('a payment at a rate that the shop did not read is neither quoted nor credited', async () => {
  const [forged] = await stolen<{ id: string }[]>`
    insert into rate_samples (coin, usd_e8, sources, at)
    values (${coin}, 100000000000000000, '{one,two}', ${shop.clock.now()}) returning id`;
  const { status } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 1000 } });
  expect(status).toBe(422);
  await expectForgedRowAlert(shop, `rate_samples:${forged!.id}`);
  // The next reading is a rate again, and what was written before is none.
  await refreshRates(shop.ctx, demoSources());
  const payment = await quote();
  shop.clock.advance(2_000);
  const [written] = await stolen<{ id: string }[]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
    select user_id, coin, address_id, 100000, amount_units, ${forged!.id}, created_at + interval '1 second', expires_at
    from payments where id = ${payment.id} returning id`;
  await core.pay(payment.address, BigInt(payment.amount_units));
  await mine(depth);
  expect(await available()).toBe(0);
  await expectForgedRowAlert(shop, `payments:${written!.id}`);
});

test('a quote is not prolonged past what the buyer was told', async () => {
  const { id } = await quote();
  await expect(
    stolen`update payments set expires_at = expires_at + interval '1 day' where id = ${id}`,
  ).rejects.toMatchObject({ code: '23001' });
});

/** A quote that was paid, in a block that isn't deep enough yet; what was read of it is what its row says. */
async function seen() {
  const payment = await quote();
  await core.pay(payment.address, BigInt(payment.amount_units));
  await mine(1);
  const [row] = await stolen<Seen[]>`select * from deposits where payment_id = ${payment.id}`;
  return row!;
}
interface Seen {
  id: string;
  senders: string[];
  required_depth: number;
  mac: Uint8Array;
}

test.each([
  ['another sender', () => stolen`senders = '{somebody-else}'`],
  ['no sender', () => stolen`senders = '{}'`],
  ['a depth of one block', () => stolen`required_depth = 1`],
  ['an earlier block', () => stolen`height = height - 50, hash = ${'1'.repeat(64)}`],
])('a payment whose row was given %s past the shop is not credited, and raises an alert', async (_what, forged) => {
  const { id, senders } = await seen();
  expect(senders).not.toEqual([]);
  await stolen`update deposits set ${forged()} where id = ${id}`;
  await mine(depth);
  expect(await available()).toBe(0);
  await expectForgedRowAlert(shop, `deposits:${id}`);
});

test('a payment that has to lie deeper because of another one does so, although its row is put back as it was', async () => {
  // At this rate the payer's coins are worth enough.
  await shop.sql`
    insert into rate_samples (coin, usd_e8, sources, at) values (${coin}, ${1_000_000e8}, '{one,two}', ${shop.clock.now()})`;
  const before = await seen();
  const { body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 1_500_00 } });
  await core.pay(body.data.address, BigInt(body.data.amount_units));
  await mine(1);
  const [raised] = await stolen<Seen[]>`select * from deposits where id = ${before.id}`;
  expect(raised!.required_depth).toBeGreaterThan(before.required_depth);
  const { required_depth, mac } = before;
  await stolen`update deposits set ${stolen({ required_depth, mac })} where id = ${before.id}`;
  await mine(depth - 1);
  expect(await available()).toBe(0);
  await expectForgedRowAlert(shop, `deposits:${before.id}`);
});

test('a payment that a reorganisation moved to another block is credited as any other', async () => {
  await refreshRates(shop.ctx, demoSources());
  const payment = await quote();
  const { hex } = await core.pay(payment.address, BigInt(payment.amount_units));
  await mine(1);
  const read = async () =>
    (await stolen<{ id: string; hash: string }[]>`select id, hash from deposits where payment_id = ${payment.id}`)[0]!;
  const before = await read();
  await core.reorganise(1, [hex]);
  await poll();
  await mine(depth);
  expect((await read()).hash).not.toBe(before.hash);
  expect(await available()).toBe(1000);
  expect(await alertsAbout(shop, `deposits:${before.id}`)).toEqual([]);
});

test('a reorganisation takes a payment whose row was forged out of its block, and no other, and raises an alert', async () => {
  await refreshRates(shop.ctx, demoSources());
  const earlier = await seen();
  const { id } = await seen();
  await stolen`update deposits set senders = '{somebody-else}' where id = ${id}`;
  await core.reorganise(1, []);
  await poll();
  const height = async (of: string) =>
    (await stolen<{ height: number | null }[]>`select height from deposits where id = ${of}`)[0]!.height;
  expect([await height(earlier.id), await height(id)]).toEqual([expect.any(Number), null]);
  await expectForgedRowAlert(shop, `deposits:${id}`);
});

test('a payment that was deep enough too late for its quote is not credited at it, whatever its row says about that', async () => {
  const { id } = await seen();
  shop.clock.advance(3 * DAY_MS);
  await refreshRates(shop.ctx, demoSources());
  await stolen`update deposits set confirmed_at = first_seen_at where id = ${id}`;
  await mine(depth);
  expect(await available()).toBe(0);
  await expectForgedRowAlert(shop, `deposits:${id}`);
});
