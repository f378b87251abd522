import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPayment } from '#contracts/coins/payments.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { watchReconciliation } from './watch-reconciliation.ts';

const shop = await createTestShop();
const { sql } = shop;
const core = await startCoreChain('BTC');
shop.ctx.chains.BTC = core.chain;
const poll = createWatch(shop.ctx, core.chain);
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const read = async () => (await shop.as(auditor)(getReconciliation)).body.data;
const bitcoin = async () => (await read()).coins.find(({ coin }) => coin === 'BTC')!;
const reasons = async () =>
  Object.fromEntries((await read()).explained.map(({ reason, account, cents }) => [account ?? reason, cents]));
const alerts = async () =>
  (await shop.as(auditor)(listAlerts)).body.data
    .filter(({ resolved_at }) => resolved_at === null)
    .map(({ kind, subject }) => [kind, subject]);
let deposit: { id: string; units: string; cents: number };

/** Pays a quote, in units, and waits for so many blocks. */
async function pay(cents: number, blocks = usualDepth('BTC')) {
  const buyer = await shop.createUser({ tier: 2 });
  const quote = (await shop.as(buyer)(createPayment, { body: { coin: 'BTC', amount_cents: cents } })).body.data;
  const units = BigInt(quote.amount_units);
  await core.pay(quote.address, units);
  await core.mine(blocks);
  await poll();
  return units;
}

beforeAll(async () => {
  await refreshRates(shop.ctx, demoSources());
  await poll();
  await pay(10_00);
  const [row] = await sql<{ id: string; units: string; cents: number }[]>`
    select id, credited_units as units, credited_cents as cents from deposits where state = 'credited'`;
  deposit = row!;
});

beforeEach(() => shop.clock.advance(1000));

test('received units are credited or waiting, and nothing is unexplained in units or dollars', async () => {
  const waiting = await pay(20_00, 1);
  const received = BigInt(deposit.units) + waiting;
  expect(await bitcoin()).toMatchObject({
    received_units: String(received),
    credited_units: deposit.units,
    waiting_units: String(waiting),
    held_units: '0',
    unclaimed_units: '0',
    gone_units: '0',
    unexplained_units: '0',
    moved_units: '0',
    on_addresses_units: String(received),
    credited_cents: deposit.cents,
    cost_cents: deposit.cents,
    price_change_cents: 0,
  });
  expect(await reasons()).toEqual({ waiting: 20_00 });
  await watchReconciliation(shop.ctx);
  expect(await alerts()).toEqual([]);
});

test('a new rate changes what is owed by nothing, and its effect is that of the credited units', async () => {
  const before = await read();
  await sql`
    insert into rate_samples (coin, usd_e8, sources, at)
    select 'BTC', usd_e8 * 2, '{a,b}', ${shop.clock.now()} from rate_samples where coin = 'BTC' order by id desc limit 1`;
  const after = await read();
  expect(after.owed_cents).toBe(before.owed_cents);
  const coin = after.coins.find((one) => one.coin === 'BTC')!;
  expect(coin.cost_cents).toBe(deposit.cents);
  // The units of a quote are rounded up: twice of them may be worth a cent more.
  expect([deposit.cents, deposit.cents + 1]).toContain(coin.price_change_cents);
  const { price_change, waiting, ...others } = await reasons();
  expect(price_change).toBe(coin.price_change_cents);
  expect(waiting).toBeGreaterThan(0);
  expect(Math.abs(others.rounding ?? 0)).toBeLessThan(7);
  expect(others.unexplained).toBeUndefined();
});

test('units that are credited a second time are unexplained, and an alert stands until they are gone', async () => {
  await sql`
    insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at)
    values (${deposit.id}, 9, 5000, 25000, 0, 0, ${shop.clock.now()})`;
  expect((await bitcoin()).unexplained_units).toBe('-5000');
  await watchReconciliation(shop.ctx);
  await watchReconciliation(shop.ctx);
  const open = await alerts();
  expect(open).toContainEqual(['books.units_unexplained', 'BTC']);
  expect(open).toHaveLength(2);
  await sql`delete from deposit_credits where deposit_id = ${deposit.id} and generation = 9`;
  await watchReconciliation(shop.ctx);
  expect(await alerts()).toEqual([]);
});

test('a deposit on hold, one that is gone and one that nobody was meant to pay are parts of their own', async () => {
  const before = await bitcoin();
  const [held] = await sql<{ id: string; units: string }[]>`
    update deposits set state = 'held', hold_reason = 'review' where state = 'pending' returning id, amount_units as units`;
  expect(await bitcoin()).toMatchObject({ held_units: held!.units, waiting_units: '0', unexplained_units: '0' });
  await sql`update deposits set state = 'pending', hold_reason = null where id = ${held!.id}`;
  const [place] = await sql<{ height: number; hash: string }[]>`
    select height, hash from deposits where id = ${deposit.id}`;
  await sql`update deposits set height = null, hash = null, gone_at = 1 where id = ${deposit.id}`;
  expect(await bitcoin()).toMatchObject({
    received_units: before.waiting_units,
    credited_units: deposit.units,
    gone_units: deposit.units,
    unexplained_units: '0',
  });
  await sql`
    update deposits set height = ${place!.height}, hash = ${place!.hash}, gone_at = null where id = ${deposit.id}`;
  await sql`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
    select 'BTC', id, 7, 'nobody', ${'ab'.repeat(32)}, 0, 777, ${shop.clock.now()}, 1, 'h' from xpub_accounts where coin = 'BTC'`;
  const received = BigInt(before.received_units) + 777n;
  expect(await bitcoin()).toMatchObject({
    received_units: String(received),
    unclaimed_units: '777',
    unexplained_units: '0',
    on_addresses_units: String(received),
  });
});

test.each([
  [7, 'week_units'],
  [8, 'month_units'],
  [30, 'month_units'],
  [31, 'quarter_units'],
  [90, 'quarter_units'],
  [91, 'older_units'],
] as const)('what waits for %i days is %s of what is in suspense, and of nothing else', async (days, age) => {
  const at = new Date(shop.clock.now().getTime() - days * DAY_MS);
  await sql`update deposits set first_seen_at = ${at} where state = 'pending'`;
  const { suspense, coins } = await read();
  const { waiting_units } = coins.find(({ coin }) => coin === 'BTC')!;
  const none = { week_units: '0', month_units: '0', quarter_units: '0', older_units: '0' };
  expect(suspense).toEqual([
    {
      coin: 'BTC',
      part: 'waiting',
      deposits: 1,
      units: waiting_units,
      ...none,
      [age]: waiting_units,
      oldest_at: at.toISOString(),
      worth_cents: expect.any(Number),
    },
    expect.objectContaining({ coin: 'BTC', part: 'unclaimed', deposits: 1, units: '777', week_units: '777' }),
  ]);
  expect(suspense[0]!.worth_cents).toBeGreaterThan(0);
});

test('a deposit on hold stands in suspense as such, and a credited one does not', async () => {
  await sql`update deposits set state = 'held', hold_reason = 'review' where state = 'pending'`;
  expect((await read()).suspense.map(({ part }) => part)).toEqual(['held', 'unclaimed']);
  await sql`update deposits set state = 'pending', hold_reason = null where state = 'held'`;
});

// The ledger keeps what is written: this comes last.
test.each([
  ['a balance raised from the coins', 'crypto_btc', 'top_up', 300_00],
  ['a balance raised from sales', 'sales', 'return', 40_00],
])('%s is unexplained, to the cent', async (_what, from, kind, cents) => {
  const thief = await shop.createUser({ balance_cents: 1 });
  const given = (await reasons()).unexplained ?? 0;
  await sql`insert into ledger_accounts (kind, limited) values (${from}, false) on conflict do nothing`;
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
    select f.id, t.id, ${cents}, ${kind}, null, ${`forged:${kind}`} from ledger_accounts f, ledger_accounts t
    where f.kind = ${from} and t.kind = 'available' and t.owner_id = ${thief.id}`;
  expect((await reasons()).unexplained).toBe(given - cents);
  await watchReconciliation(shop.ctx);
  expect(await alerts()).toContainEqual(['books.unexplained', 'ledger']);
});
