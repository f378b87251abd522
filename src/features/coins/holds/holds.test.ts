import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as held from '#contracts/coins/holds.ts';
import * as contract from '#contracts/coins/payments.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { listProposals, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { type DevChain, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { loadSanctions } from '../deposits/screening/load-sanctions.ts';

const shop: TestShop = await createTestShop();
const dev: DevChain = await startDevChain();
const dir = mkdtempSync(join(tmpdir(), 'facevalue-list-'));
const file = join(dir, 'list.txt');
afterAll(() => rmSync(dir, { recursive: true }));
let poll: () => Promise<unknown>;
let buyer: TestUser;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
  [admin, other] = [await shop.createUser({ role: 'admin' }), await shop.createUser({ role: 'admin' })];
});
beforeEach(async () => {
  await list('');
  buyer = await shop.createUser();
  await setRate(2500);
  await poll();
});

const setRate = (usd: number) => shop.sql`
  insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', ${usd * 1e8}, '{test}', ${shop.clock.now()})`;
async function list(text: string) {
  writeFileSync(file, text);
  await loadSanctions({ ...shop.ctx, config: { ...shop.config, sanctions_file: file } });
}
const quote = async (amount_cents: number, user = buyer) =>
  (await shop.as(user)(contract.createPayment, { body: { coin: 'ETH', amount_cents } })).body.data;
const read = async (id: string, user = buyer) =>
  (await shop.as(user)(contract.getPayment, { params: { id } })).body.data;
const available = (user = buyer) => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
const mineAndPoll = async (blocks: number) => {
  await dev.mine(blocks);
  await poll();
};
/** Pays `times` what a quote of these cents asks for, as deep as it needs to be. */
async function pay(amount_cents: number, times = 1n) {
  const payment = await quote(amount_cents);
  await dev.send(payment.address, BigInt(payment.amount_units) * times);
  await mineAndPoll(12);
  return payment;
}
async function depositOf(payment: { id: string }): Promise<string> {
  const [row] = await shop.sql<{ id: string }[]>`select id from deposits where payment_id = ${payment.id}`;
  return row!.id;
}
async function decide(user: TestUser | null, call: 'release' | 'keep', id: string, reason = 'looked into it') {
  const input = { params: { id }, body: { reason } };
  if (user) await shop.refresh(user);
  return call === 'release' ? shop.as(user)(held.releasePayment, input) : shop.as(user)(held.confirmHold, input);
}
const queue = async (query: object = {}) => (await shop.as(admin)(held.listHeld, { query })).body;
const actions = async (payment: { id: string }) =>
  (
    await shop.sql<{ action: string }[]>`select action from audit_entries where subject = ${payment.id} order by id`
  ).map(({ action }) => action);
async function spend(cents: number, user = buyer) {
  await transfer(shop.sql, {
    debit: { kind: 'available', owner_id: user.id, limited: true },
    credit: { kind: 'sales', owner_id: null },
    amount_cents: cents,
    kind: 'order',
    unique_key: `spend:${user.id}:${cents}`,
  });
}
const booksHold = async () => expect((await verifyLedger(shop.sql)).problems).toEqual([]);

test('only what goes over the tier is held, with what lifts it; each dollar spent lets another one in by itself', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 140_00 });
  const payment = await pay(10_00, 2n);
  expect(await available()).toBe(150_00);
  expect(await read(payment.id)).toMatchObject({
    status: 'held',
    credited_cents: 10_00,
    hold_reason: expect.stringMatching(/up to \$150\.00.*Spend some of it/),
    holds: [{ reason: 'stored', units: payment.amount_units, cents: 10_00 }],
  });
  await spend(4_00);
  await poll();
  expect(await available()).toBe(150_00);
  expect(await read(payment.id)).toMatchObject({ status: 'held', credited_cents: 14_00 });
  await spend(50_00);
  await poll();
  expect(await read(payment.id)).toMatchObject({
    status: 'credited',
    credited_cents: 20_00,
    holds: [],
    hold_reason: null,
  });
  expect(await available()).toBe(106_00);
  expect(await actions(payment)).toEqual([
    'payment.created',
    'payment.credited',
    'payment.held',
    ...Array(2).fill('payment.credited'),
  ]);
  await booksHold();
});

test('the locked rate holds for what was held, however long that took', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 100_00 });
  const payment = await quote(50_00);
  await shop.fund(buyer.id, 45_00);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(12);
  expect(await read(payment.id)).toMatchObject({ status: 'held', credited_cents: 5_00 });
  shop.clock.advance(3 * DAY_MS);
  await setRate(1000);
  await spend(100_00);
  await poll();
  expect(await read(payment.id)).toMatchObject({ status: 'credited', credited_cents: 50_00 });
});

test('a reorganisation takes back both parts; what comes again is credited and held again', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 140_00 });
  const payment = await pay(10_00, 2n);
  await dev.reorganise(14);
  await poll();
  await mineAndPoll(20);
  expect(await available()).toBe(140_00);
  expect(await read(payment.id)).toMatchObject({ status: 'waiting', credited_cents: 0, holds: [] });
  await dev.send(payment.address, BigInt(payment.amount_units) * 2n);
  await mineAndPoll(12);
  expect(await available()).toBe(150_00);
  await booksHold();
});

test('an admin lets through what is over a limit, once, with a reason, audited; it stands in the queue before', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 145_00 });
  const payment = await pay(5_00, 3n);
  const id = await depositOf(payment);
  expect((await queue({ q: buyer.username })).data).toMatchObject([
    {
      id,
      payment_id: payment.id,
      user: { id: buyer.id, tier: 0 },
      hold_reason: 'stored',
      held_cents: 10_00,
      credited_cents: 5_00,
    },
  ]);
  const { status, body } = await decide(admin, 'release', id, 'Passport seen, tier 1 follows');
  expect([status, body.data.hold_reason]).toEqual([200, null]);
  expect(body.data.decisions).toMatchObject([
    { decision: 'release', by: admin.username, reason: 'Passport seen, tier 1 follows' },
  ]);
  expect(await available()).toBe(160_00);
  expect((await decide(admin, 'release', id)).status).toBe(409);
  expect((await queue({ q: buyer.username })).data).toEqual([]);
  const [entry] = await shop.sql`
    select actor_id, details from audit_entries where action = 'payment.released' and subject = ${payment.id}`;
  expect(entry).toMatchObject({
    actor_id: admin.id,
    details: { reason: 'Passport seen, tier 1 follows', cents: 10_00 },
  });
});

test('more than one admin may release to a buyer in a day takes two people, however it is split', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 150_00 });
  await spend(10_00);
  const payment = await quote(5_00);
  await shop.fund(buyer.id, 10_00);
  for (const _once of [1, 2]) await dev.send(payment.address, BigInt(payment.amount_units) * 12n);
  await mineAndPoll(12);
  const deposits = await shop.sql<
    { id: string }[]
  >`select id from deposits where payment_id = ${payment.id} order by id`;
  const [first, second] = deposits.map(({ id }) => id);
  expect((await queue({ q: buyer.username })).data).toMatchObject([
    { held_cents: 60_00, takes_two: false },
    { held_cents: 60_00, takes_two: false },
  ]);
  expect((await decide(admin, 'release', first!)).body.data).toMatchObject({ hold_reason: null });
  expect((await decide(admin, 'release', second!)).body.data).toMatchObject({
    hold_reason: 'stored',
    takes_two: true,
    decisions: [{ decision: 'propose', by: admin.username }],
  });
  expect(await available()).toBe(210_00);
  expect((await decide(admin, 'release', second!)).status).toBe(403);
  expect((await decide(other, 'release', second!)).body.data).toMatchObject({ hold_reason: null });
  expect(await available()).toBe(270_00);
  await booksHold();
});

/** A buyer whose balance is full, with this much on hold. */
async function holdFor(cents: number): Promise<string> {
  buyer = await shop.createUser({ tier: 0, balance_cents: 150_00 });
  await spend(10_00);
  const payment = await quote(5_00);
  await shop.fund(buyer.id, 10_00);
  await dev.send(payment.address, (BigInt(payment.amount_units) * BigInt(cents)) / 500n);
  await mineAndPoll(12);
  return depositOf(payment);
}

test('one person releases 500 dollars a day alone, to however many buyers; what two released counts for neither', async () => {
  const clerk = await shop.createUser({ role: 'admin' });
  const read = async (id: string) => (await shop.as(clerk)(held.getHeld, { params: { id } })).body.data;
  for (let n = 0; n < 5; n++) {
    const id = await holdFor(90_00);
    expect(await read(id)).toMatchObject({ takes_two: false });
    expect((await decide(clerk, 'release', id)).body.data).toMatchObject({ hold_reason: null });
  }
  const sixth = await holdFor(90_00);
  expect(await read(sixth)).toMatchObject({ takes_two: true });
  expect((await decide(clerk, 'release', sixth)).body.data).toMatchObject({ hold_reason: 'stored', takes_two: true });
  const approver = await shop.createUser({ role: 'admin' });
  expect((await decide(approver, 'release', sixth)).body.data).toMatchObject({ hold_reason: null });
  const small = await holdFor(50_00);
  expect(await read(small)).toMatchObject({ takes_two: false });
  expect((await shop.as(approver)(held.getHeld, { params: { id: small } })).body.data).toMatchObject({
    takes_two: false,
  });
  await booksHold();
});

test('releases to one buyer wait for each other, whatever the coin, so that each counts those before it', async () => {
  const id = await holdFor(60_00);
  let answer: ReturnType<typeof decide> | undefined;
  await shop.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${buyer.id}`}, 0))`;
    answer = decide(admin, 'release', id);
    const waiting = () => shop.sql`
      select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(waiting).toHaveLength(1);
  });
  expect((await answer!).body.data).toMatchObject({ hold_reason: null });
});

test('money is released and kept only by support and approvers, and only with a factor given just now', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 145_00 });
  const id = await depositOf(await pay(5_00, 3n));
  const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
  for (const call of ['release', 'keep'] as const) {
    expect((await decide(importer, call, id)).status).toBe(403);
    await shop.sql`update sessions set confirmed_at = confirmed_at - interval '11 minutes' where user_id = ${admin.id}`;
    const input = { params: { id }, body: { reason: 'looked into it' } };
    const stale = await shop.as(admin)(call === 'release' ? held.releasePayment : held.confirmHold, input);
    expect(stale).toMatchObject({ status: 403, body: { reason: 'step_up_required' } });
  }
  expect(await available()).toBe(150_00);
});

test('nobody can let anybody over the ceiling', async () => {
  buyer = await shop.createUser({ tier: 2, balance_cents: 9_990_00 });
  await shop.sql`update users set tier = 1 where id = ${buyer.id}`;
  await spend(9_980_00);
  const payment = await quote(20_00);
  await shop.fund(buyer.id, 9_985_00);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(12);
  const id = await depositOf(payment);
  expect((await decide(admin, 'release', id)).body.data).toMatchObject({ credited_cents: 4_00, hold_reason: 'stored' });
  expect(await available()).toBe(9_999_00);
  expect((await decide(admin, 'release', id)).body.message).toMatch(/ceiling/);
});

test('what a person keeps stays held although the limit would allow it, until a person releases it', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 145_00 });
  const payment = await pay(5_00, 2n);
  const id = await depositOf(payment);
  expect((await decide(admin, 'keep', id, 'Waiting for an answer')).body.data.hold_reason).toBe('kept');
  expect((await decide(admin, 'keep', id)).status).toBe(409);
  await spend(100_00);
  await poll();
  expect(await available()).toBe(50_00);
  expect(await read(payment.id)).toMatchObject({
    status: 'held',
    hold_reason: expect.stringContaining('contact support'),
  });
  expect((await decide(admin, 'release', id)).status).toBe(200);
  expect(await available()).toBe(55_00);
  expect((await actions(payment)).slice(-2)).toEqual(['payment.kept', 'payment.released']);
});

test('a kept payment stays kept when a reorganisation moves it', async () => {
  buyer = await shop.createUser({ tier: 0, balance_cents: 150_00 });
  await spend(10_00);
  const payment = await quote(5_00);
  await shop.fund(buyer.id, 10_00);
  const signed = await dev.rpc.call('eth_signTransaction', [
    {
      from: dev.wallet,
      to: payment.address,
      value: `0x${BigInt(payment.amount_units).toString(16)}`,
      gas: '0x5208',
      nonce: await dev.rpc.call('eth_getTransactionCount', [dev.wallet, 'pending']),
      gasPrice: await dev.rpc.call('eth_gasPrice'),
    },
  ]);
  await dev.rpc.call('eth_sendRawTransaction', [signed]);
  await mineAndPoll(12);
  const id = await depositOf(payment);
  await decide(admin, 'keep', id);
  await dev.reorganise(12);
  await poll();
  await dev.rpc.call('eth_sendRawTransaction', [signed]);
  await spend(140_00);
  await mineAndPoll(14);
  expect(await read(payment.id)).toMatchObject({ status: 'held', holds: [{ reason: 'kept' }] });
});

const listed = () => `# a remark\n${dev.wallet.toUpperCase().replace('0X', '0x')} # one\nnot an address\n`;

test('a payment from a listed address is held from its first block on, and released by two people only', async () => {
  await list(listed());
  const payment = await quote(10_00);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(1);
  expect(await read(payment.id)).toMatchObject({ status: 'held', hold_reason: expect.stringContaining('reviewing') });
  const id = await depositOf(payment);
  expect((await decide(admin, 'release', id, 'A false hit')).body.data).toMatchObject({ hold_reason: 'review' });
  expect((await decide(other, 'release', id)).body.message).toMatch(/confirmations/);
  await mineAndPoll(15);
  expect(await available()).toBe(0);
  expect((await decide(admin, 'release', id)).status).toBe(403);
  expect((await decide(other, 'release', id, 'I agree')).body.data).toMatchObject({
    hold_reason: null,
    screening: 'hit',
    decisions: [
      { decision: 'propose', by: admin.username },
      { decision: 'release', by: other.username },
    ],
  });
  expect(await available()).toBe(10_00);
  expect(await actions(payment)).toEqual([
    'payment.created',
    'payment.held',
    'payment.release_proposed',
    'payment.released',
  ]);
  await booksHold();
});

test('a hit that somebody kept still takes two people, and a proposal from before that counts no more', async () => {
  await list(listed());
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  await decide(admin, 'release', id);
  await decide(other, 'keep', id);
  expect((await decide(other, 'release', id)).body.data.decisions.at(-1)).toMatchObject({ decision: 'propose' });
  expect(await available()).toBe(0);
  expect((await decide(admin, 'release', id)).status).toBe(200);
  expect(await available()).toBe(10_00);
});

test('whoever proposed a release takes it back, and then it takes two people again', async () => {
  await list(listed());
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  await decide(admin, 'release', id, 'A false hit');
  const mine = (await shop.as(admin)(listProposals, { query: { per_page: '100' } })).body.data;
  const proposal = mine.find(({ subject }) => subject === id);
  expect(proposal).toMatchObject({ own: true, reason: 'A false hit', link: `/admin/payments/${id}` });
  const withdraw = (user: TestUser) => shop.as(user)(withdrawProposal, { params: { id: proposal!.id } });
  expect((await withdraw(other)).status).toBe(403);
  expect((await withdraw(admin)).status).toBe(204);
  expect((await decide(other, 'release', id)).body.data.decisions).toMatchObject([
    { decision: 'propose', by: other.username },
  ]);
  expect(await available()).toBe(0);
  expect((await decide(admin, 'release', id)).status).toBe(200);
  expect(await available()).toBe(10_00);
  await booksHold();
});

test('an inactive admin neither proposes a release nor agrees to one', async () => {
  await list(listed());
  const id = await depositOf(await pay(10_00));
  const inactive = await shop.createUser({ role: 'admin', active: false });
  expect((await decide(inactive, 'release', id)).status).toBe(403);
  await decide(admin, 'release', id);
  expect((await decide(inactive, 'release', id)).status).toBe(403);
  expect(await available()).toBe(0);
});

test('a list that changes is looked through again: what waits is held, what is credited is only noted, once', async () => {
  const credited = await pay(10_00);
  const waiting = await quote(10_00);
  await dev.send(waiting.address, BigInt(waiting.amount_units));
  await mineAndPoll(3);
  expect((await read(waiting.id)).status).toBe('confirming');
  await list(listed());
  await list(`${listed()}\n# renewed`);
  expect((await read(waiting.id)).status).toBe('held');
  expect((await read(credited.id)).status).toBe('credited');
  expect(await available()).toBe(10_00);
  expect(await actions(credited)).toEqual(['payment.created', 'payment.credited', 'payment.sender_listed']);
  // Taken off the list again: a person still has to look.
  await list('');
  await mineAndPoll(12);
  expect((await read(waiting.id)).status).toBe('held');
  expect((await queue({ q: waiting.id })).data).toMatchObject([
    { screening: 'clear', senders: [dev.wallet.toLowerCase()] },
  ]);
});

test('the queue names the list in force, its lines that are no addresses, and says when it is old', async () => {
  await list(listed());
  const { sanctions } = await queue();
  expect(sanctions).toMatchObject({ entries: 1, skipped: 1, skipped_lines: [3], old: false });
  expect(sanctions?.sha256).toMatch(/^[0-9a-f]{64}$/);
  const longAgo = new Date(shop.clock.now().getTime() - 8 * DAY_MS);
  utimesSync(file, longAgo, longAgo);
  await loadSanctions({ ...shop.ctx, config: { ...shop.config, sanctions_file: file } });
  expect((await queue()).sanctions).toMatchObject({ old: true });
  expect(shop.logged.some((line) => line.includes('no address, country or name') && line.includes('[3]'))).toBe(true);
});

test('the queue is filtered, counted by reason, and paged', async () => {
  const small = await quote(5_00);
  await dev.send(small.address, BigInt(small.amount_units) / 5n);
  await mineAndPoll(12);
  expect((await queue({ reason: 'minimum', q: buyer.username })).data).toMatchObject([{ payment_id: small.id }]);
  const none = await queue({ reason: 'review', q: buyer.username });
  expect([none.data, none.meta.total]).toEqual([[], 0]);
  const id = await depositOf(small);
  expect((await shop.as(admin)(held.getHeld, { params: { id } })).body.data).toMatchObject({
    id,
    payment_id: small.id,
  });
  expect((await queue({ coin: 'BTC' })).meta.total).toBe(0);
  const { reasons, meta } = await queue({ q: buyer.username, per_page: '1' });
  expect(reasons).toEqual([{ value: 'minimum', label: 'Below the minimum', count: 1 }]);
  expect(meta).toMatchObject({ total: 1, last_page: 1 });
});

test('each refusal: not an admin, one’s own, no reason, nothing held, no such payment', async () => {
  await list(listed());
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  for (const call of ['release', 'keep'] as const) {
    expect((await decide(null, call, id)).status).toBe(401);
    expect((await decide(buyer, call, id)).status).toBe(403);
    expect((await decide(admin, call, id, ' x ')).body.errors?.reason).toBeDefined();
    expect((await decide(admin, call, payment.id)).status).toBe(404);
  }
  expect((await shop.as(buyer)(held.listHeld)).status).toBe(403);
  expect((await shop.as(buyer)(held.getHeld, { params: { id } })).status).toBe(403);
  expect((await shop.as(admin)(held.getHeld, { params: { id: payment.id } })).status).toBe(404);
  await shop.appoint(buyer);
  for (const call of ['release', 'keep'] as const) expect((await decide(buyer, call, id)).status).toBe(403);
  expect(await available()).toBe(0);
});

test('what was credited has nothing to release or keep', async () => {
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  const before = await available();
  for (const call of ['release', 'keep'] as const) expect((await decide(admin, call, id)).status).toBe(409);
  expect([await available(), await actions(payment)]).toEqual([before, expect.not.arrayContaining(['deposit.kept'])]);
  await booksHold();
});

test('two admins who agree at the same moment release it once', async () => {
  await list(listed());
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  const third = await shop.createUser({ role: 'admin' });
  await decide(third, 'release', id);
  const answers = await Promise.all([decide(admin, 'release', id), decide(other, 'release', id), mineAndPoll(1)]);
  expect(
    answers
      .slice(0, 2)
      .map((answer) => answer?.status)
      .toSorted(),
  ).toEqual([200, 409]);
  expect(await available()).toBe(10_00);
  await booksHold();
});

// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;

test('a payment that somebody kept stays held, although a release that nobody decided was written past the shop', async () => {
  await list(listed());
  const payment = await pay(10_00);
  const id = await depositOf(payment);
  await decide(other, 'keep', id);
  await list('');
  const [forged] = await stolen<{ id: string }[]>`
    insert into hold_decisions (deposit_id, decision, reason, hold_reason, actor_id, at)
    values (${id}, 'release', 'because', 'kept', ${admin.id}, ${shop.clock.now()}) returning id`;
  await stolen`update deposits set hold_reason = null, state = 'pending' where id = ${id}`;
  await mineAndPoll(1);
  expect(await available()).toBe(0);
  expect((await decide(admin, 'keep', id)).status).toBe(409);
  await shop.runQueuedJobs();
  const { body } = await shop.as(admin)(listAlerts, { query: {} });
  expect(body.data).toContainEqual(expect.objectContaining({ subject: `hold_decisions:${forged!.id}` }));
});

test('a payment from a listed address takes two people, whatever its row says it is held for', async () => {
  await list(listed());
  const id = await depositOf(await pay(10_00));
  await stolen`update deposits set hold_reason = 'minimum' where id = ${id}`;
  expect((await decide(admin, 'release', id)).body.data.decisions.at(-1)).toMatchObject({ decision: 'propose' });
  expect(await available()).toBe(0);
});
