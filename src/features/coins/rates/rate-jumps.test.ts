import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as payments from '#contracts/coins/payments.ts';
import * as contract from '#contracts/coins/rates.ts';
import { listChains } from '#contracts/coins/watcher.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { listProposals } from '#contracts/oversight/four-eyes.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { refreshRates } from './refresh-rates.ts';
import { fiatReference } from './samples/fiat-reference.ts';
import type { RateSource } from './tickers/ticker-source.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const { poll } = await followDevChain(shop.ctx, dev);
const duties = ['support', 'approver'];
const first = await shop.createUser({ role: 'admin', duties });
const second = await shop.createUser({ role: 'admin', duties });
let usd = 2500;
let buyer: TestUser;

/** Two sources that agree on one price of ETH. */
const sources = ['one', 'another'].map((name): RateSource => {
  const last = new Map();
  const poll = async (at: Date) => void last.set('ETH', { usd_e9: BigInt(usd * 1e9), at });
  return { name, last, fiat: new Map(), poll };
});
async function readAt(price: number) {
  usd = price;
  await refreshRates(shop.ctx, sources);
}
beforeEach(async () => {
  await shop.sql`update rate_jumps set ended_at = since where ended_at is null`;
  await shop.sql`truncate alerts`;
  shop.clock.advance(3_600_001);
  const now = shop.clock.now();
  for (const at of [new Date(now.getTime() - 7_200_000), now])
    await shop.sql`insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 250000000000, '{test}', ${at})`;
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

const quote = (amount_cents = 10_00) => shop.as(buyer)(payments.createPayment, { body: { coin: 'ETH', amount_cents } });
async function pay(address: string, units: string) {
  await dev.send(address, BigInt(units));
  await dev.mine(12);
  await poll();
}
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
const jumpId = async () =>
  (await shop.sql<{ id: string }[]>`select id from rate_jumps where coin = 'ETH' and ended_at is null`)[0]?.id ?? '';
const proposeAs = async (user: TestUser, id: string) => {
  await shop.refresh(user);
  return shop.as(user)(contract.proposeRate, { params: { id }, body: { reason: 'two exchanges say so' } });
};
const acceptAs = async (user: TestUser, id: string, proposal_id: string) => {
  await shop.refresh(user);
  return shop.as(user)(contract.acceptRate, { params: { id }, body: { proposal_id, reason: 'I see it too' } });
};

test('while a rate is on hold nothing is credited at the old one but what is locked, and the coin is paused', async () => {
  const { data } = (await quote()).body;
  await readAt(3125);
  expect((await quote()).status).toBe(422);
  await pay(data.address, data.amount_units);
  expect(await available(), 'the quote keeps its rate').toBe(10_00);
  await pay(data.address, data.amount_units);
  await pay(data.address, data.amount_units);
  expect(await available(), 'what is not locked waits').toBe(10_00);
  const [chain] = (await shop.as(first)(listChains)).body.data;
  expect(chain?.rate_jump_id).toBe(await jumpId());
  const id = await jumpId();
  const proposed = await proposeAs(first, id);
  await acceptAs(second, id, proposed.body.data.proposal!.id);
  await poll();
  expect(await available(), 'and is credited at the accepted one, but for the 5 % that a quote may be overpaid').toBe(
    34_87,
  );
  expect((await quote()).status).toBe(201);
});

test('one proposes the new rate, another accepts it, and later readings are judged against it', async () => {
  await readAt(3125);
  const id = await jumpId();
  const alerts = async () => (await shop.as(first)(listAlerts)).body.data.filter(({ kind }) => kind === 'rate.jump');
  expect(await alerts()).toMatchObject([
    {
      sentence:
        "ETH is paused: its rate went from 2500 to 3125 dollars within an hour. If that's true, two people have to accept it.",
      link: `/admin/rate-jumps/${id}`,
    },
  ]);
  const proposed = await proposeAs(first, id);
  expect(proposed).toMatchObject({
    status: 200,
    body: { data: { from_usd: '2500', usd: '3125', proposal: { own: true, usd: '3125' } } },
  });
  const waiting = (await shop.as(second)(listProposals, { query: {} })).body.data.find(({ subject }) => subject === id);
  expect(waiting).toMatchObject({ label: 'Accept ETH at 3125 dollars', link: `/admin/rate-jumps/${id}` });
  const proposal_id = proposed.body.data.proposal!.id;
  expect((await acceptAs(first, id, proposal_id)).status).toBe(403);
  await readAt(3200);
  expect(await acceptAs(second, id, proposal_id)).toMatchObject({
    status: 200,
    body: { data: { usd: '3200', accepted: true, ended_at: expect.any(String), proposal: null } },
  });
  expect((await alerts()).filter(({ resolved_at }) => !resolved_at)).toEqual([]);
  await readAt(3700);
  expect(await jumpId()).toBe('');
  await readAt(3900);
  expect(await jumpId(), 'more than 20 % above what was accepted').not.toBe('');
  const [audit] = await shop.sql`select details from audit_entries where action = 'rate.accepted' and subject = ${id}`;
  expect(audit).toMatchObject({ details: { coin: 'ETH', usd: '3200' } });
});

test('each refusal: no duty, a missing rate, one that is over, another proposal, a reading that is old or moved on', async () => {
  expect((await proposeAs(first, randomUUID())).status).toBe(404);
  expect((await shop.as(first)(contract.getRateJump, { params: { id: randomUUID() } })).status).toBe(404);
  expect((await shop.as(buyer)(contract.getRateJump, { params: { id: randomUUID() } })).status).toBe(403);
  await readAt(3125);
  const id = await jumpId();
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  expect((await proposeAs(approver, id)).status).toBe(403);
  const proposal_id = (await proposeAs(first, id)).body.data.proposal!.id;
  expect((await acceptAs(support, id, proposal_id)).status).toBe(403);
  expect((await acceptAs(second, id, randomUUID())).status).toBe(409);
  await readAt(4000);
  expect(await acceptAs(second, id, proposal_id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/moved/) },
  });
  shop.clock.advance(601_000);
  await shop.refresh(first);
  const again = (await proposeAs(first, id)).body.data.proposal!.id;
  expect(again, 'a newer proposal takes the place of the older one').not.toBe(proposal_id);
  expect(await acceptAs(second, id, again)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/ten minutes/) },
  });
  await readAt(2500);
  expect(await jumpId()).toBe('');
  expect((await acceptAs(second, id, again)).status).toBe(409);
  expect((await proposeAs(first, id)).status).toBe(409);
});

test('a currency whose rate jumped has none until two people accept it, or it comes back', async () => {
  let eur = 0;
  const fiat = ['one', 'another'].map((name): RateSource => {
    const rates = new Map();
    const poll = async (at: Date) => void rates.set('EUR', { usd_e9: BigInt(Math.round(eur * 1e9)), at });
    return { name, last: new Map(), fiat: rates, poll };
  });
  const readEuro = async (price: number) => {
    eur = price;
    await refreshRates(shop.ctx, fiat);
  };
  const reference = () => fiatReference(shop.ctx, shop.sql, 'EUR', shop.clock.now());
  const onHold = async () => (await shop.as(first)(contract.listRateJumps)).body.data;
  await readEuro(1.1);
  expect(await reference()).toBe(1_100_000_000);
  await readEuro(1.5);
  await expect(reference()).rejects.toThrow();
  const [jump] = await onHold();
  expect(jump).toMatchObject({ coin: null, currency: 'EUR' });
  const [alert] = (await shop.as(first)(listAlerts, { query: { open: '1' } })).body.data;
  expect(alert).toMatchObject({
    link: `/admin/rate-jumps/${jump!.id}`,
    sentence: expect.stringMatching(/^EUR has no/),
  });
  expect((await quote()).status, 'coins are not concerned').toBe(201);
  const proposed = await proposeAs(first, jump!.id);
  const proposal_id = proposed.body.data.proposal!.id;
  expect((await acceptAs(first, jump!.id, proposal_id)).status).toBe(403);
  const accepted = await acceptAs(second, jump!.id, proposal_id);
  expect(accepted).toMatchObject({ status: 200, body: { data: { currency: 'EUR', usd: '1.5', accepted: true } } });
  expect(await reference()).toBe(1_500_000_000);
  await readEuro(1.6);
  expect([await reference(), await onHold()]).toEqual([1_600_000_000, []]);
  await readEuro(1.1);
  expect(await onHold(), 'judged against what was accepted').toHaveLength(1);
  await readEuro(1.5);
  expect([await reference(), await onHold()]).toEqual([1_500_000_000, []]);
});
