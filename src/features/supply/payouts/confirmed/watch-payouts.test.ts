import { beforeAll, expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as contract from '#contracts/supply/payouts.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { usualDepth } from '../../../coins/deposits/required-depth.ts';
import { releaseShares } from '../../sellers/shares/release-shares.ts';
import { watchPayouts } from './watch-payouts.ts';

const shop = await createTestShop();
const { sql } = shop;
const dev = await startDevChain();
const world = await createSellers(shop);
const { payer, second: approver } = world;
const depth = usualDepth('ETH');
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Until shares of a sale are the seller's. */
const DAYS = 17;
let earlier = '';
beforeAll(async () => {
  await followDevChain(shop.ctx, dev);
});

/** A payout to a wallet that two people approved, and what a rate of $2,000 makes of it. */
async function approved() {
  const { id } = await world.verified();
  await world.payTo(id, WALLET, 'ETH');
  const cards = await world.onSale(id, 1);
  const buyer = await world.newBuyer();
  const ids = cards.map((card) => card.id);
  await world.buy(buyer, ids);
  await world.days(DAYS);
  await dev.increaseTime((DAYS * DAY_MS) / 1000);
  await releaseShares(shop.ctx);
  await world.proposed(id);
  await shop.refresh(approver);
  const [open] = await sql<{ id: string; subject: string; cents: string }[]>`
    select id, subject, facts ->> 'amount_cents' as cents from proposals where kind = 'payout.approval' and decision is null`;
  const decision = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Compared' };
  await shop.as(approver)(contract.decidePayout, { params: { id: open!.subject }, body: decision });
  await sql`
    insert into rate_samples (coin, usd_e8, sources, at)
    values ('ETH', 200000000000, '{one,another}', ${shop.clock.now()})`;
  return { id: open!.subject, units: (BigInt(open!.cents) * 10n ** 16n) / 2000n };
}
async function record({ id, units }: { id: string; units: bigint }, txid: string): Promise<void> {
  await shop.refresh(payer);
  const sent = { currency: 'ETH', sent_units: String(units), fee_units: '0', reference: txid, reason: 'Sent' };
  expect((await shop.as(payer)(contract.recordPayout, { params: { id }, body: sent })).status).toBe(200);
}
const bookedOn = async (id: string) =>
  (await sql<{ booked_on: string | null }[]>`select booked_on from seller_payouts where id = ${id}`)[0]!.booked_on;
const alerts = async (id: string) =>
  (await shop.as(payer)(listAlerts, { query: { open: '1' } })).body.data
    .filter(({ subject }) => subject === id)
    .map(({ sentence }) => sentence);

test('what is deep enough and pays the recorded amount to the wallet is confirmed, with the day of its block', async () => {
  const payout = await approved();
  const txid = await dev.send(WALLET, payout.units);
  earlier = txid;
  await record(payout, txid);
  await watchPayouts(shop.ctx);
  expect(await bookedOn(payout.id), 'in no block').toBeNull();
  await dev.mine(depth - 1);
  await watchPayouts(shop.ctx);
  expect(await bookedOn(payout.id), 'one block short').toBeNull();
  await dev.mine(1);
  await watchPayouts(shop.ctx);
  const block = await dev.rpc.call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
  expect(await bookedOn(payout.id)).toBe(new Date(Number(block.timestamp) * 1000).toISOString().slice(0, 10));
  expect(await alerts(payout.id)).toEqual([]);
});

test('a transaction that pays another amount, or somebody else, has an alert', async () => {
  const [less, stranger] = [await approved(), await approved()];
  await record(less, await dev.send(WALLET, less.units - 1n));
  await record(stranger, await dev.send(`0x${'1'.repeat(40)}`, stranger.units));
  await dev.mine(depth);
  await watchPayouts(shop.ctx);
  await watchPayouts(shop.ctx);
  expect(await alerts(less.id)).toEqual([expect.stringMatching(/^The transaction of a payout pays 0\.\d+ ETH/)]);
  expect(await alerts(stranger.id)).toEqual([expect.stringMatching(/pays 0 ETH/)]);
  expect([await bookedOn(less.id), await bookedOn(stranger.id)]).toEqual([null, null]);
});

test('a transaction that confirmed one payout confirms no other, and neither does one from before it was proposed', async () => {
  const [first, second] = [await approved(), await approved()];
  const txid = await dev.send(WALLET, first.units);
  await record(first, txid);
  await dev.mine(depth);
  await watchPayouts(shop.ctx);
  await record(second, txid);
  await watchPayouts(shop.ctx);
  expect(await bookedOn(first.id)).not.toBeNull();
  expect(await bookedOn(second.id)).toBeNull();
  expect(await alerts(second.id)).toEqual([expect.stringMatching(/pays 0\.\d+ ETH/)]);
  const before = await dev.send(WALLET, second.units);
  await dev.mine(depth);
  const later = await approved();
  expect(later.units).toBe(second.units);
  await record(later, before);
  await watchPayouts(shop.ctx);
  expect(await bookedOn(later.id)).toBeNull();
  expect(await alerts(later.id)).toEqual([expect.stringMatching(/pays 0 ETH.*before the payout was proposed/)]);
});

test('one transaction that pays several payouts of an address confirms them all', async () => {
  const [one, other] = [await approved(), await approved()];
  const txid = await dev.send(WALLET, one.units + other.units);
  await record(one, txid);
  await record(other, txid);
  await dev.mine(depth);
  await watchPayouts(shop.ctx);
  expect([await bookedOn(one.id), await bookedOn(other.id)]).not.toContain(null);
});

test('a transaction shows that one payout came back, and neither the one by which it was sent nor a deposit shows it', async () => {
  const [one, other] = [await approved(), await approved()];
  const [sent, came, later] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string];
  await record(one, sent);
  await record(other, `0x${'d'.repeat(64)}`);
  const propose = ({ id }: { id: string }, evidence: string) =>
    shop.as(payer)(contract.proposePayoutReturn, {
      params: { id },
      body: { evidence, returned_on: shop.clock.now().toISOString().slice(0, 10), reason: 'Came back' },
    });
  async function decide({ id }: { id: string }) {
    await shop.refresh(approver);
    const [open] = await sql<{ id: string }[]>`
      select id from proposals where kind = 'payout.reverse' and subject = ${id} and decision is null`;
    const body = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Seen in the wallet' };
    return shop.as(approver)(contract.decidePayoutReturn, { params: { id }, body });
  }
  const [account] = await sql<{ id: number }[]>`select id from xpub_accounts where coin = 'ETH'`;
  const receive = (txid: string) => sql`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, senders, first_seen_at)
    values ('ETH', ${account!.id}, 100000, 'nobody', ${txid}, 0, 1, '{}', now())`;
  expect((await propose(one, sent)).body.errors?.evidence).toEqual([expect.stringMatching(/^By this transaction/)]);
  expect((await propose(one, came)).status).toBe(200);
  const used = [expect.stringMatching(/already shows that another payout/)];
  expect((await propose(other, `https://explorer.example/tx/${came.toUpperCase()}`)).body.errors?.evidence).toEqual(
    used,
  );
  expect((await decide(one)).body.data).toMatchObject({ state: 'reversed' });
  expect((await propose(other, later)).status).toBe(200);
  await receive(later);
  const credited = [expect.stringMatching(/^The shop saw this transaction as a deposit/)];
  expect((await decide(other)).body.errors?.evidence).toEqual(credited);
});

test('a payout that came back is looked up no more, and what was said of it ends', async () => {
  const payout = await approved();
  const txid = await dev.send(WALLET, payout.units - 1n);
  await record(payout, txid);
  await dev.mine(depth);
  await watchPayouts(shop.ctx);
  expect(await alerts(payout.id)).toHaveLength(1);
  const body = { evidence: 'Mail of 7 May', returned_on: shop.clock.now().toISOString().slice(0, 10), reason: 'Back' };
  await shop.as(payer)(contract.proposePayoutReturn, { params: { id: payout.id }, body });
  await shop.refresh(approver);
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where kind = 'payout.reverse' and subject = ${payout.id} and decision is null`;
  const decision = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Seen in the wallet' };
  await shop.as(approver)(contract.decidePayoutReturn, { params: { id: payout.id }, body: decision });
  const chain = shop.ctx.chains.ETH!;
  const asked: string[] = [];
  const paidBy: typeof chain.adapter.paidBy = (reference, key) => {
    asked.push(reference);
    return chain.adapter.paidBy(reference, key);
  };
  shop.ctx.chains.ETH = { ...chain, adapter: { ...chain.adapter, paidBy } };
  await watchPayouts(shop.ctx);
  shop.ctx.chains.ETH = chain;
  expect(asked).not.toContain(txid);
  expect(await alerts(payout.id)).toEqual([]);
});

test('payouts that nobody can confirm keep no later one waiting', async () => {
  const payout = await approved();
  await record(payout, await dev.send(WALLET, payout.units));
  await dev.mine(depth);
  // Older ones, more than are read at a time, whose transactions no node knows.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
    insert into seller_payouts (id, seller_id, destination_id, amount_cents, state, created_by, created_at, reference,
      sent_currency, sent_units, fee_units, paid_by, paid_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, p.seller_id, p.destination_id, 1, 'paid',
      p.created_by,
      p.created_at, '0x' || lpad(n::text, 64, '0'), 'ETH', 1, 0, p.paid_by, p.paid_at
    from seller_payouts p, generate_series(1, 201) n where p.id = ${payout.id}`;
  });
  await watchPayouts(shop.ctx);
  expect(await bookedOn(payout.id)).not.toBeNull();
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from seller_payouts where id < '00000000-0000-7000-8000-000000000999'`;
  });
});

test('of a node that is away nothing more is asked, and a payout that cannot be opened keeps no other waiting', async () => {
  const payout = await approved();
  await record(payout, await dev.send(WALLET, payout.units));
  await dev.mine(depth);
  const chain = shop.ctx.chains.ETH!;
  let asked = 0;
  const paidBy = () => {
    asked++;
    return Promise.reject(new RpcError('timeout', '10000 ms'));
  };
  shop.ctx.chains.ETH = { ...chain, adapter: { ...chain.adapter, paidBy } };
  await watchPayouts(shop.ctx);
  expect(asked).toBe(1);
  shop.ctx.chains.ETH = chain;
  const { destination_id, sealed } = (
    await sql<{ destination_id: string; sealed: Buffer }[]>`
      select p.destination_id, d.sealed from seller_payouts p join seller_destinations d on d.id = p.destination_id
      where p.state = 'paid' and p.booked_on is null and p.id <> ${payout.id} order by p.id desc limit 1`
  )[0]!;
  await sql`update seller_destinations set sealed = '' where id = ${destination_id}`;
  await watchPayouts(shop.ctx);
  await sql`update seller_destinations set sealed = ${sealed} where id = ${destination_id}`;
  expect(await bookedOn(payout.id)).not.toBeNull();
});

test('a transaction that nobody mined within a day has an alert, which ends with its block', async () => {
  const payout = await approved();
  const txid = await dev.send(WALLET, payout.units);
  await record(payout, txid);
  shop.clock.advance(DAY_MS - HOUR_MS);
  await watchPayouts(shop.ctx);
  expect(await alerts(payout.id)).toEqual([]);
  shop.clock.advance(2 * HOUR_MS);
  await watchPayouts(shop.ctx);
  await shop.refresh(payer);
  expect(await alerts(payout.id)).toEqual([expect.stringMatching(/^A payout in ETH was recorded more than a day ago/)]);
  await dev.mine(depth);
  await watchPayouts(shop.ctx);
  expect(await alerts(payout.id)).toEqual([]);
  expect(await bookedOn(payout.id)).not.toBeNull();
});

test('a node that does not answer says nothing about a payout', async () => {
  const payout = await approved();
  await record(payout, earlier);
  const chain = shop.ctx.chains.ETH!;
  const paidBy = () => Promise.reject(new Error('no answer'));
  shop.ctx.chains.ETH = { ...chain, adapter: { ...chain.adapter, paidBy } };
  shop.clock.advance(2 * DAY_MS);
  await watchPayouts(shop.ctx);
  shop.ctx.chains.ETH = chain;
  await shop.refresh(payer);
  expect(await alerts(payout.id)).toEqual([]);
});
