import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { getClosing } from '#contracts/coins/top-up-returns.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import { verifyDeposits } from '#features/office/books/verification/derived/verify-deposits.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { loadSanctions } from '../deposits/screening/load-sanctions.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { createWatch } from '../watcher/watch-chains.ts';

const coin = 'BTC';
/** Nodes pass it on, and spending it costs 680. */
const DUST = 600n;
const shop = await createTestShop();
const dir = mkdtempSync(join(tmpdir(), 'facevalue-dust-'));
afterAll(() => rmSync(dir, { recursive: true }));
const core = await startCoreChain(coin);
const depth = usualDepth(coin);
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
let poll: () => Promise<boolean>;
let buyer: TestUser;
/** Outputs that are worth the minimum together. */
let enough: number;

beforeAll(async () => {
  shop.ctx.chains[coin] = core.chain;
  poll = createWatch(shop.ctx, core.chain);
  await refreshRates(shop.ctx, demoSources());
  const [rate] = await shop.sql<{ usd_e8: string }[]>`
    select usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1`;
  enough = Number((500n * 10n ** 14n) / BigInt(rate!.usd_e8) / DUST) + 1;
});
beforeEach(async () => {
  await list('');
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

async function list(text: string) {
  const sanctions_file = join(dir, 'list.txt');
  writeFileSync(sanctions_file, text);
  await loadSanctions({ ...shop.ctx, config: { ...shop.config, sanctions_file } });
}
const quote = async () => {
  const { status, body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents: 1000 } });
  expect(status).toBe(201);
  return body.data;
};
type Quote = Awaited<ReturnType<typeof quote>>;
const read = async ({ id }: Quote) => (await shop.as(buyer)(contract.getPayment, { params: { id } })).body.data;
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
/** A transaction with so many outputs to the address, of so many units each. */
const payDust = async ({ address }: Quote, outputs: number, units = DUST) => {
  const paid = core.buildPayment(Array.from({ length: outputs }, () => ({ address, units })));
  await core.broadcast(paid.hex);
  return paid;
};
const mine = async (blocks: number) => {
  await core.mine(blocks);
  await poll();
};
const depositsOf = ({ id }: Quote) => shop.sql<{ txid: string; amount_units: string; state: string }[]>`
  select txid, amount_units, state from deposits where payment_id = ${id} order by id`;
const expectTrueBooks = async () => {
  const { problems } = await verifyDeposits(shop.sql, FIRST_ID);
  expect(problems).toEqual([]);
  const staff = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  const { body } = await shop.as(staff)(getReconciliation, {});
  expect(body.data.coins.find((one) => one.coin === coin)!.unexplained_units).toBe('0');
  expect(body.data.explained.filter(({ reason }) => reason === 'unexplained')).toEqual([]);
  return body.data;
};

test('the page of top-ups says below what amount outputs are only credited in sum', async () => {
  const { body } = await shop.as(buyer)(contract.paymentOptions, {});
  expect(body.data.offered).toMatchObject([{ coin, dust_below_units: '680' }]);
});

test('outputs that cost more to spend than they are worth are counted, and not credited below the minimum', async () => {
  const payment = await quote();
  await payDust(payment, enough - 2);
  await mine(depth + 1);
  const units = `${DUST * BigInt(enough - 2)}`;
  expect(await read(payment)).toMatchObject({
    status: 'waiting',
    credited_cents: 0,
    dust: { units, text: expect.stringContaining('$5.00') },
  });
  expect(await depositsOf(payment)).toEqual([]);
  const { suspense } = await expectTrueBooks();
  expect(suspense).toMatchObject([{ coin, part: 'waiting', deposits: 1, units }]);
});

test('once they reach it they are one credit, at the depth of any payment, of all their units', async () => {
  const payment = await quote();
  await payDust(payment, enough - 2);
  await mine(depth);
  await payDust(payment, 1);
  await payDust(payment, 1);
  await mine(depth - 1);
  expect(await available()).toBe(0);
  await mine(1);
  const units = DUST * BigInt(enough);
  expect(await depositsOf(payment)).toEqual([
    { txid: expect.stringMatching(/^dust:/), amount_units: `${units}`, state: 'credited' },
  ]);
  expect(await read(payment)).toMatchObject({ status: 'credited', received_units: `${units}`, dust: null });
  expect(await available()).toBeGreaterThanOrEqual(500);
  await mine(2);
  expect(await depositsOf(payment)).toHaveLength(1);
  await expectTrueBooks();
});

test('an output that is worth more than it costs makes its transaction a payment, with the small ones beside it', async () => {
  const payment = await quote();
  const { address } = payment;
  const small = Array.from({ length: 3 }, () => ({ address, units: DUST }));
  await core.broadcast(core.buildPayment([...small, { address, units: 680n }]).hex);
  await mine(1);
  expect(await depositsOf(payment)).toMatchObject([{ amount_units: `${DUST * 3n + 680n}` }]);
});

test('what was recorded as dust stays dust when it is read again at another fee rate, and so does a payment', async () => {
  const payment = await quote();
  await payDust(payment, 1);
  await core.pay(payment.address, 700n);
  await mine(1);
  for (const BTC of [1, 1000]) {
    const config = { ...shop.config, fee_rates: { ...shop.config.fee_rates, BTC } };
    await core.reorganise(1);
    poll = createWatch({ ...shop.ctx, config }, core.chain);
    await poll();
    await mine(1);
  }
  poll = createWatch(shop.ctx, core.chain);
  const rows = await shop.sql`select n from dust_deposits where user_id = ${buyer.id}`;
  expect([rows.length, (await depositsOf(payment)).length]).toEqual([1, 1]);
});

test('a sum that a reorganisation removes and mines again stands in its new block, without another credit', async () => {
  const payment = await quote();
  const paid = await payDust(payment, enough);
  await mine(depth);
  const credited = await available();
  expect(credited).toBeGreaterThanOrEqual(500);
  await core.reorganise(depth, [paid.hex]);
  await poll();
  await mine(depth + 2);
  expect(await available()).toBe(credited);
  expect(await depositsOf(payment)).toHaveLength(1);
  await expectTrueBooks();
});

test('a sum of which a reorganisation drops a part for good is taken back, and the rest waits again', async () => {
  const payment = await quote();
  const lost = await payDust(payment, 2);
  const other = await payDust(payment, enough - 2);
  await mine(depth);
  expect(await available()).toBeGreaterThanOrEqual(500);
  await core.reorganise(depth, [core.conflictWith(lost), other.hex]);
  await mine(depth + 1);
  await mine(1);
  expect(await available()).toBe(0);
  expect((await read(payment)).dust).toMatchObject({ units: `${DUST * BigInt(enough - 2)}` });
  await payDust(payment, 2);
  await mine(depth);
  expect(await available()).toBeGreaterThanOrEqual(500);
  await expectTrueBooks();
});

test('nothing so small is asked for as the rest of an underpaid payment', async () => {
  const payment = await quote();
  await core.pay(payment.address, BigInt(payment.amount_units) - 500n);
  await mine(1);
  expect(await read(payment)).toMatchObject({ status: 'confirming', rest: null });
  const other = await quote();
  await core.pay(other.address, BigInt(other.amount_units) - 700n);
  await mine(1);
  expect((await read(other)).rest).toMatchObject({ units: '700' });
});

test('owners are credited by turns: the many payments of one keep nobody else waiting', async () => {
  const many = await quote();
  for (let n = 0; n < 2; n++) {
    await core.pay(many.address, BigInt(many.amount_units));
    await core.mine(1);
  }
  buyer = await shop.createUser({ tier: 2 });
  const other = await quote();
  await core.pay(other.address, BigInt(other.amount_units));
  await mine(depth);
  const credits = await shop.sql<{ payment_id: string }[]>`
    select d.payment_id from deposit_credits c join deposits d on d.id = c.deposit_id
    where d.payment_id = any(${[many.id, other.id]}) order by c.id`;
  expect(credits.map(({ payment_id }) => payment_id)).toEqual([many.id, other.id, many.id]);
});

test('a sum from several senders does not go back to the first of them', async () => {
  const payment = await quote();
  await payDust(payment, enough);
  await mine(depth);
  const obstacle = async () => {
    const { body } = await shop.as(buyer)(getClosing, {});
    return body.data.unspent.map((one) => one.obstacle);
  };
  const before = await obstacle();
  await shop.sql`update deposits set senders = senders || ${`0014${'ab'.repeat(20)}`}::text where payment_id = ${payment.id}`;
  expect([before, await obstacle()]).toEqual([[expect.not.stringMatching('unclear')], ['unclear']]);
});

test('dust from a listed sender has a sum of its own, which waits for a person', async () => {
  const payment = await quote();
  await payDust(payment, enough);
  await mine(1);
  const [row] = await shop.sql<{ senders: string[] }[]>`select senders from dust_deposits where user_id = ${buyer.id}`;
  const address = core.chain.addressOf(row!.senders[0]!)!;
  await list(address);
  await mine(depth);
  expect(await read(payment)).toMatchObject({ status: 'held', credited_cents: 0, holds: [{ reason: 'review' }] });
});

test('dust that nobody sent is not credited, and raises an alert', async () => {
  const payment = await quote();
  await payDust(payment, enough - 1);
  await mine(1);
  const [forged] = await stolen<{ id: string }[]>`
    insert into dust_deposits (coin, txid, n, key, user_id, payment_id, amount_units, min_depth, first_seen_at, height, hash)
    select coin, ${'f'.repeat(64)}, 0, key, user_id, payment_id, 100000, 0, first_seen_at, height, hash
    from dust_deposits where user_id = ${buyer.id} returning id::text`;
  await mine(depth);
  await expectForgedRowAlert(shop, `dust_deposits:${forged!.id}`);
  const deposits = await depositsOf(payment);
  expect(deposits.map(({ amount_units }) => amount_units)).toEqual([`${DUST * BigInt(enough - 1)}`]);
});

test('dust that is taken out of its sum past the shop is not credited again, and the books name it', async () => {
  const payment = await quote();
  await payDust(payment, enough);
  await mine(1);
  const [before] = await shop.sql<{ id: string; mac: Uint8Array }[]>`
    select id::text, mac from dust_deposits where user_id = ${buyer.id}`;
  await mine(depth);
  const credited = await available();
  await stolen`update dust_deposits set deposit_id = null, mac = ${before!.mac} where id = ${before!.id}`;
  await mine(1);
  expect(await available()).toBe(credited);
  await expectForgedRowAlert(shop, `dust_deposits:${before!.id}`);
  const { problems } = await verifyDeposits(shop.sql, FIRST_ID);
  expect(problems).toEqual([
    expect.stringContaining(`is a sum of dust of ${DUST * BigInt(enough)} units, and its dust is 0`),
  ]);
  await expect(stolen`delete from dust_deposits where id = ${before!.id}`).rejects.toThrow('permission denied');
});

test('an output below what nodes pass on, which a miner put into a block, is counted like any other dust', async () => {
  const payment = await quote();
  const { adapter } = core.chain;
  const block: typeof adapter.block = async (...asked) => {
    const read = await adapter.block(...asked);
    return read && { ...read, transfers: read.transfers.map((transfer) => ({ ...transfer, amount: 200n })) };
  };
  poll = createWatch(shop.ctx, { ...core.chain, adapter: { ...adapter, block } });
  await payDust(payment, 1);
  await mine(1);
  poll = createWatch(shop.ctx, core.chain);
  const rows = await shop.sql`select amount_units from dust_deposits where user_id = ${buyer.id}`;
  expect(rows).toEqual([{ amount_units: '200' }]);
});

test('rows that nobody sent, however many, keep nobody waiting for a sum', async () => {
  const payment = await quote();
  await payDust(payment, enough);
  await mine(1);
  const stranger = await shop.createUser({ tier: 2 });
  // Of somebody who comes first, and before the honest rows of the buyer.
  const forgedFor = (user_id: string, first: number) => stolen`
    insert into dust_deposits (coin, txid, n, key, user_id, payment_id, amount_units, min_depth, first_seen_at, height,
      hash)
    select coin, md5(${user_id} || i) || md5(i::text), i, key, ${user_id}, payment_id, 100000, 0, first_seen_at, height,
      hash
    from (select * from dust_deposits where user_id = ${buyer.id} limit 1) d,
      generate_series(${first}::int, ${first + 5000}::int) i`;
  await forgedFor(stranger.id, 1);
  await forgedFor(buyer.id, 10_001);
  await payDust(payment, enough);
  await mine(depth);
  const units = (await depositsOf(payment)).reduce((sum, { amount_units }) => sum + BigInt(amount_units), 0n);
  expect(units).toBe(DUST * BigInt(enough * 2));
  expect(await shop.sql`select from deposits where user_id = ${stranger.id}`).toEqual([]);
  await shop.sql`alter table dust_deposits disable trigger user`;
  await shop.sql`delete from dust_deposits where mac is null`;
  await shop.sql`alter table dust_deposits enable trigger user`;
});

test('users take turns: one whose dust cannot be summed up keeps nobody else waiting', async () => {
  const failing = buyer;
  await payDust(await quote(), enough);
  buyer = await shop.createUser({ tier: 2 });
  const other = await quote();
  await payDust(other, enough);
  await shop.sql.unsafe(`
    create function refuse_sum() returns trigger language plpgsql as $$ begin raise exception 'no sum'; end $$;
    create trigger refuse_sum before insert on deposits for each row when (new.user_id = '${failing.id}')
      execute function refuse_sum()`);
  await mine(depth);
  expect(await depositsOf(other)).toHaveLength(1);
  await shop.sql`drop function refuse_sum cascade`;
  await mine(1);
  expect(await shop.sql`select from deposits where user_id = ${failing.id}`).toHaveLength(1);
});

test('a sum that a reorganisation removed does not stand again by dust that somebody wrote', async () => {
  const payment = await quote();
  const lost = await payDust(payment, 2);
  const other = await payDust(payment, enough - 2);
  await mine(depth);
  expect(await available()).toBeGreaterThanOrEqual(500);
  await core.reorganise(depth, [core.conflictWith(lost)]);
  await poll();
  const [credited] = await shop.sql<{ id: string; height: number | null }[]>`
    select id, height from deposits where payment_id = ${payment.id}`;
  expect(credited!.height).toBeNull();
  await stolen`
    update dust_deposits set height = 1, hash = 'forged'
    where user_id = ${buyer.id} and height is null and txid <> ${other.txid}`;
  await core.broadcast(other.hex);
  await mine(1);
  expect(await shop.sql`select height from deposits where id = ${credited!.id}`).toEqual([{ height: null }]);
});
