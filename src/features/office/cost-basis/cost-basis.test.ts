import { beforeAll, expect, test } from 'vitest';
import { createPayment } from '#contracts/coins/payments.ts';
import * as contract from '#contracts/office/cost-basis.ts';
import { labelOutflow, listOutflows } from '#contracts/office/outflows.ts';
import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { usualDepth } from '../../coins/deposits/required-depth.ts';
import { refreshRates } from '../../coins/rates/refresh-rates.ts';

const shop = await createTestShop();
const { sql } = shop;
const dev = await startDevChain();
const buyer = await shop.createUser({ tier: 2 });
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const payer = await shop.createUser({ role: 'admin', duties: ['payouts'] });
const reader = shop.as(auditor);
const depth = usualDepth('ETH');
let poll: () => Promise<unknown>;
beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});

const year = () => String(shop.clock.now().getUTCFullYear());
const setRate = (usd: number) => sql`
  insert into rate_samples (coin, usd_e8, sources, at)
  values ('ETH', ${usd * 1e8}, '{kraken,coinbase}', ${shop.clock.now()})`;
const halfHourLater = async (usd: number) => {
  shop.clock.advance(30 * MINUTE_MS);
  await dev.increaseTime(30 * 60);
  await setRate(usd);
  await poll();
};
const mine = async (blocks: number) => {
  await dev.mine(blocks);
  await poll();
};
async function paid(amount_cents: number) {
  const { body } = await shop.as(buyer)(createPayment, { body: { coin: 'ETH', amount_cents } });
  const { address, amount_units, number } = body.data;
  const txid = await dev.send(address, BigInt(amount_units));
  await mine(depth);
  return { address, number, txid, units: BigInt(amount_units) };
}
const rows = async () => (await reader(contract.getCostBasis, { query: { year: year() } })).body.data;
const linesOf = async (call: typeof contract.exportCredits | typeof contract.exportDisposals, of = year()) => {
  await shop.refresh(auditor);
  const [head, ...lines] = String((await reader(call, { query: { year: of } })).body)
    .trimEnd()
    .split('\r\n');
  const names = head!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index]!, cell])));
};
const ethOf = (units: bigint) => Number(units) / 1e18;

test('a credit has its units, transaction, block and rate, and no name', async () => {
  expect(await rows()).toEqual([]);
  await setRate(2000);
  const { number, txid, units } = await paid(2000);
  const [line, ...others] = await linesOf(contract.exportCredits);
  expect(others).toEqual([]);
  const [deposit] = await sql<{ id: string; height: number }[]>`select id, height from deposits where txid = ${txid}`;
  expect(line).toMatchObject({
    payment: String(number),
    deposit_id: deposit!.id,
    coin: 'ETH',
    txid,
    outputs: '0',
    block: String(deposit!.height),
    priced: 'quote',
    rate_usd: '2000',
    rate_sources: 'kraken coinbase',
    credited_usd: '20.00',
    reversed_at: '',
  });
  expect(Number(line!.units)).toBe(ethOf(units));
  expect(JSON.stringify(line)).not.toContain(buyer.username);
});

test('what leaves takes the oldest lots at the rate of the time, and the rest stays at its cost', async () => {
  const [first] = await sql<{ key: string; units: string }[]>`select key, amount_units as units from deposits`;
  await halfHourLater(2500);
  const second = await paid(5000);
  await halfHourLater(4000);
  await dev.sweep(first!.key, BigInt(first!.units) / 2n);
  await mine(1);
  await dev.sweep(second.address, (second.units * 9n) / 10n);
  await mine(depth);
  const lines = await linesOf(contract.exportDisposals);
  const sumOf = (name: string) => lines.map((line) => Number(line[name] || 0)).reduce((sum, cents) => sum + cents, 0);
  const half = { cost_usd: expect.stringMatching(/^10\.0/), proceeds_usd: expect.stringMatching(/^20\.0/) };
  expect(lines[0]).toMatchObject({ rate_usd: '4000', lot: expect.stringMatching(/^\d+ quote$/), ...half });
  expect(lines.map(({ lot }) => lot === lines[0]!.lot)).toEqual([true, true, false]);
  const [row] = await rows();
  expect(row).toMatchObject({ coin: 'ETH', opening_units: '0', acquired_cents: 7000, undated_units: '0' });
  expect(row!.cost_cents).toBe(Math.round(sumOf('cost_usd') * 100));
  expect(row!.proceeds_cents).toBe(Math.round(sumOf('proceeds_usd') * 100));
  expect(row!.gain_cents).toBe(row!.proceeds_cents - row!.cost_cents);
  expect(row!.closing_cents).toBe(7000 - row!.cost_cents);
  expect(BigInt(row!.closing_units)).toBe(BigInt(row!.acquired_units) - BigInt(row!.disposed_units));
  const [last] = await sql`select count(*) from outflows where mac is null`;
  expect(last).toEqual({ count: 0 });
});

test('another year opens with what was left of the lots', async () => {
  const [now] = await rows();
  const next = String(Number(year()) + 1);
  const { body } = await reader(contract.getCostBasis, { query: { year: next } });
  expect(body.data).toMatchObject([
    {
      opening_units: now!.closing_units,
      opening_cents: now!.closing_cents,
      acquired_units: '0',
      disposed_units: '0',
      closing_cents: now!.closing_cents,
    },
  ]);
  expect(await linesOf(contract.exportDisposals, next)).toEqual([]);
  expect(await linesOf(contract.exportCredits, next)).toEqual([]);
});

test('a credit that was taken back is no lot, and stands in the file with its end', async () => {
  const [before] = await rows();
  await sql`update deposit_credits set reversed_at = ${shop.clock.now()} where id = (select max(id) from deposit_credits)`;
  const [after] = await rows();
  expect(after!.acquired_cents).toBe(before!.acquired_cents - 5000);
  expect((await linesOf(contract.exportCredits)).map(({ reversed_at }) => reversed_at !== '')).toEqual([false, true]);
  await sql`update deposit_credits set reversed_at = null`;
});

test('a rate or a lot that nobody knows is left empty and counted apart, and so is a time', async () => {
  const [before] = await rows();
  await sql`update outflows set rate_id = null where id = (select max(id) from outflows)`;
  const [row] = await rows();
  expect(BigInt(row!.unvalued_units)).toBeGreaterThan(0n);
  expect(row!.gain_cents).toBeLessThan(before!.gain_cents);
  expect((await linesOf(contract.exportDisposals)).at(-1)).toMatchObject({
    rate_usd: '',
    proceeds_usd: '',
    gain_usd: '',
  });
  await sql`update outflows set rate_id = null, at = null where id = (select min(id) from outflows)`;
  const [undated] = await rows();
  expect(BigInt(undated!.undated_units)).toBeGreaterThan(0n);
  expect(undated!.closing_units).toBe(before!.closing_units);
  await sql`update outflows set amount_units = amount_units * 100 where id = (select max(id) from outflows)`;
  expect((await linesOf(contract.exportDisposals)).at(-1)).toMatchObject({ lot: '', cost_usd: '', gain_usd: '' });
});

test('what went to a cold wallet by its newest label is no disposal, and its lots stay', async () => {
  const [before] = await rows();
  const [outflow] = await sql<{ txid: string; units: string }[]>`
    select txid, amount_units as units from outflows where id = (select min(id) + 1 from outflows)`;
  const labelAs = async (label: 'cold_wallet' | 'other') => {
    const body = { label, reason: 'Vault of the bank' };
    const { data } = (await shop.as(payer)(listOutflows, {})).body;
    const { id } = data.find(({ txid }) => txid === outflow!.txid)!;
    await shop.refresh(payer);
    return shop.as(payer)(labelOutflow, { params: { id }, body });
  };
  expect((await labelAs('cold_wallet')).status).toBe(200);
  const [moved] = await rows();
  expect(moved!.moved_units).toBe(outflow!.units);
  expect(BigInt(moved!.disposed_units)).toBe(BigInt(before!.disposed_units) - BigInt(outflow!.units));
  expect(BigInt(moved!.closing_units)).toBe(BigInt(before!.closing_units) + BigInt(outflow!.units));
  expect((await linesOf(contract.exportDisposals)).some(({ txid }) => txid === outflow!.txid)).toBe(false);
  expect((await labelAs('other')).status).toBe(200);
  expect(await rows()).toEqual([before]);
});

test('a rate of another day values nothing', async () => {
  const [{ key }] = await sql<[{ key: string }]>`select key from deposits order by id desc limit 1`;
  shop.clock.advance(3 * DAY_MS);
  await dev.increaseTime((3 * DAY_MS) / 1000);
  await dev.sweep(key, 1000n);
  await mine(1);
  const [last] = await sql`select rate_id, at is not null as dated from outflows order by id desc limit 1`;
  expect(last).toEqual({ rate_id: null, dated: true });
});

test('a rate by which something left is kept', async () => {
  const old = new Date(shop.clock.now().getTime() - 40 * DAY_MS);
  const [used] = await sql<{ id: number }[]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 1, '{test}', ${old}) returning id`;
  const [unused] = await sql<{ id: number }[]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 1, '{test}', ${old}) returning id`;
  await sql`update outflows set rate_id = ${used!.id}, at = ${old} where id = (select max(id) from outflows)`;
  await setRate(3000);
  await refreshRates(shop.ctx, []);
  const left = await sql<{ id: number }[]>`select id from rate_samples where id = any(${[used!.id, unused!.id]})`;
  expect(left.map(({ id }) => id)).toEqual([used!.id]);
});

test('credits of one moment stand in the file once each', async () => {
  const before = (await linesOf(contract.exportCredits)).length;
  await sql`
    insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at)
    select deposit_id, 1000 + n, 1, 1, 0, 0, ${shop.clock.now()}::timestamptz + n * interval '3 microseconds'
    from (select * from deposit_credits limit 1) one, generate_series(1, 2001) n`;
  const lots = (await linesOf(contract.exportCredits)).map(({ lot }) => lot);
  expect([lots.length, new Set(lots).size]).toEqual([before + 2001, before + 2001]);
});

test('both files are audited, and only whoever reads the books gets them', async () => {
  await shop.refresh(auditor);
  await reader(contract.exportCredits, { query: { year: '2031' } });
  await reader(contract.exportDisposals, { query: { year: '2031' } });
  const audits = await sql`select action from audit_entries where details ->> 'year' = '2031' order by id`;
  expect(audits).toEqual([{ action: 'books.credits_exported' }, { action: 'books.disposals_exported' }]);
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  const query = { year: year() };
  expect((await support(contract.getCostBasis, { query })).status).toBe(403);
  expect((await support(contract.exportCredits, { query })).status).toBe(403);
  expect((await support(contract.exportDisposals, { query })).status).toBe(403);
  expect((await reader(contract.getCostBasis, { query: { year: '26' } })).status).toBe(422);
});
