import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contracts/call.ts';
import * as contract from '#contracts/coins/payments.ts';
import * as records from '#contracts/coins/statements.ts';
import { exportAllPayments, listAllPayments } from '#contracts/office/books.ts';
import { listAffected } from '#contracts/office/retention.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { type DevChain, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const shop: TestShop = await createTestShop();
const dev: DevChain = await startDevChain();
let poll: () => Promise<void>;
let buyer: TestUser;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});
beforeEach(async () => {
  buyer = await shop.createUser();
  await setRate(2500);
  await poll();
});

const setRate = (usd: number) => shop.sql`
  insert into rate_samples (coin, usd_e8, sources, at)
  values ('ETH', ${usd * 1e8}, '{kraken.example,gecko.example}', ${shop.clock.now()})`;
const quote = async (amount_cents: number) =>
  (await shop.as(buyer)(contract.createPayment, { body: { coin: 'ETH', amount_cents } })).body.data;
async function pay(amount_cents: number, times = 1n) {
  const payment = await quote(amount_cents);
  const txid = await dev.send(payment.address, BigInt(payment.amount_units) * times);
  await dev.mine(12);
  await poll();
  return { ...payment, txid };
}
const receipt = (id: string, user: TestUser | null = buyer) => shop.as(user)(records.getReceipt, { params: { id } });
const statement = (month: string, user: TestUser | null = buyer) =>
  shop.as(user)(records.getStatement, { params: { month } });
const months = async (user = buyer) => (await shop.as(user)(records.listStatements)).body.data;
const year = (of: string, user: TestUser | null = buyer) => shop.as(user)(records.exportYear, { query: { year: of } });
const thisYear = () => String(shop.clock.now().getUTCFullYear());
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });

/** A balance movement as the ledger would have recorded it at that time. */
async function moved(at: string, cents: number, kind = cents > 0 ? 'return' : 'order'): Promise<void> {
  const account = { kind: 'available', owner_id: buyer.id, limited: true };
  const house = { kind: 'sales', owner_id: null };
  const unique_key = randomUUID();
  await transfer(shop.sql, {
    ...(cents > 0 ? { debit: house, credit: account } : { debit: account, credit: house }),
    amount_cents: Math.abs(cents),
    kind,
    unique_key,
  });
  // The shop can't rewrite history; the test simulates the passage of time.
  await shop.sql.begin(async (sql) => {
    await sql`alter table ledger_transfers disable trigger ledger_transfers_append_only`;
    await sql`update ledger_transfers set created_at = ${at} where unique_key = ${unique_key}`;
    await sql`alter table ledger_transfers enable trigger ledger_transfers_append_only`;
  });
}

test('a receipt names coin, network, transaction, block, both rates with their sources and times, and adds up', async () => {
  const payment = await quote(20_00);
  const txid = await dev.send(payment.address, BigInt(payment.amount_units) * 2n);
  await setRate(2000);
  await dev.mine(12);
  await poll();
  const { status, body } = await receipt(payment.id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    number: expect.any(Number),
    network: 'local Ethereum development chain',
    shop: { name: 'Facevalue', url: 'http://localhost' },
    buyer: { username: buyer.username, email: buyer.email },
    total_cents: 21_00 + 15_20,
    repaid_cents: 0,
    parts: [
      { locked: true, usd: '2500', cents: 21_00, txid, rate_sources: ['kraken.example', 'gecko.example'] },
      { locked: false, usd: '2000', cents: 15_20, txid, height: expect.any(Number), reversed_at: null },
    ],
  });
  const units = body.data.parts.reduce((sum, part) => sum + BigInt(part.units), 0n);
  expect(units).toBe(BigInt(payment.amount_units) * 2n);
  expect(await available()).toBe(36_20);
});

test('a receipt tells what settled a debt, and what a reorganisation took back', async () => {
  const lost = await pay(20_00);
  await transfer(shop.sql, {
    debit: { kind: 'available', owner_id: buyer.id, limited: true },
    credit: { kind: 'sales', owner_id: null },
    amount_cents: 15_00,
    kind: 'order',
    unique_key: randomUUID(),
  });
  await dev.reorganise(14);
  await poll();
  await dev.mine(20);
  await poll();
  const { data } = (await receipt(lost.id)).body;
  expect(data).toMatchObject({ total_cents: 0, parts: [{ cents: 20_00, reversed_at: expect.any(String) }] });
  const again = await pay(20_00);
  expect((await receipt(again.id)).body.data).toMatchObject({ total_cents: 20_00, repaid_cents: 15_00 });
  expect(await available()).toBe(5_00);
});

test('there is no receipt of what was not credited, nor of another’s payment, nor for a visitor', async () => {
  const open = await quote(10_00);
  expect((await receipt(open.id)).status).toBe(404);
  const paid = await pay(10_00);
  const other = await shop.createUser();
  expect((await receipt(paid.id, other)).status).toBe(404);
  expect((await receipt(randomUUID())).status).toBe(404);
  expect((await receipt(paid.id, null)).status).toBe(401);
});

test('a year’s export has everything credited in it and adds up to the ledger; another user’s has none of it', async () => {
  const first = await pay(10_00);
  const second = await pay(20_00, 2n);
  const { body } = await year(thisYear());
  expect(body.data.map(({ payment_id }) => payment_id)).toEqual([first.id, second.id, second.id]);
  expect(body.data.reduce((sum, { cents }) => sum + cents, 0)).toBe(await available());
  expect((await year(String(Number(thisYear()) - 1))).body.data).toEqual([]);
  expect((await year(thisYear(), await shop.createUser())).body.data).toEqual([]);
  expect((await year(thisYear(), null)).status).toBe(401);
  expect((await year('20x6')).status).toBe(422);
});

test('a receipt names the network in the language of its reader, a year’s export always in English', async () => {
  const { id } = await pay(10_00);
  await shop.sql`update users set locale = 'de' where id = ${buyer.id}`;
  const german = (await receipt(id)).body.data.network;
  expect(german).not.toBe('local Ethereum development chain');
  expect((await year(thisYear())).body.data).toMatchObject([{ network: 'local Ethereum development chain' }]);
});

test('a statement has every movement with the balance after it, and adds up to the ledger', async () => {
  const payment = await pay(20_00);
  await transfer(shop.sql, {
    debit: { kind: 'available', owner_id: buyer.id, limited: true },
    credit: { kind: 'sales', owner_id: null },
    amount_cents: 7_50,
    kind: 'order',
    unique_key: randomUUID(),
  });
  const [latest] = await months();
  const { data } = (await statement(latest!.month)).body;
  expect(data.lines).toMatchObject([
    { kind: 'top_up', amount_cents: 20_00, balance_cents: 20_00, payment: { id: payment.id }, order: null },
    { kind: 'order', amount_cents: -7_50, balance_cents: 12_50, payment: null },
  ]);
  expect(data).toMatchObject({ opening_cents: 0, in_cents: 20_00, out_cents: 7_50, closing_cents: 12_50, next: null });
  expect(data.closing_cents).toBe(await available());
});

test('months follow one another, those without movement too; each begins where the one before ended', async () => {
  const now = shop.clock.now();
  const at = (back: number, day: string) =>
    `${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 8)}${day}`;
  await moved(`${at(4, '01')}T00:00:00Z`, 50_00);
  await moved(`${at(4, '28')}T23:59:59Z`, -20_00);
  await moved(`${at(1, '01')}T00:00:00Z`, -5_00);
  await shop.sql`update users set created_at = ${`${at(5, '15')}T12:00:00Z`} where id = ${buyer.id}`;
  const list = await months();
  expect(list.map(({ movements }) => movements)).toEqual([0, 1, 0, 0, 2, 0]);
  expect(list.map(({ closing_cents }) => closing_cents)).toEqual([25_00, 25_00, 30_00, 30_00, 30_00, 0]);
  for (const [index, month] of list.entries()) {
    const { data } = (await statement(month.month)).body;
    const { movements, ...sums } = month;
    expect(data).toMatchObject({
      ...sums,
      previous: list[index + 1]?.month ?? null,
      next: list[index - 1]?.month ?? null,
    });
    expect(data.lines).toHaveLength(movements);
    expect(data.opening_cents).toBe(list[index + 1]?.closing_cents ?? 0);
  }
  expect(list[0]?.closing_cents).toBe(await available());
});

test.each([
  ['a month before the account', '2009-01'],
  ['a month to come', '2999-01'],
  ['no month', '2026-13'],
])('%s has no statement', async (_, month) => {
  expect((await statement(month)).status).toBe(404);
});

test('a statement is one’s own', async () => {
  await pay(10_00);
  const other = await shop.createUser();
  const [latest] = await months(other);
  expect((await statement(latest!.month, other)).body.data.lines).toEqual([]);
  expect((await statement(latest!.month, null)).status).toBe(401);
  expect((await shop.as(null)(records.listStatements)).status).toBe(401);
});

test('payments are found by the days they were started on', async () => {
  const payment = await quote(10_00);
  const day = payment.created_at.slice(0, 10);
  const list = async (query: object) => (await shop.as(buyer)(contract.listPayments, { query })).body.data;
  expect(await list({ from: day, to: day })).toMatchObject([{ id: payment.id }]);
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  expect(await list({ from: next })).toEqual([]);
  expect(await list({ to: '2020-01-01' })).toEqual([]);
  expect((await shop.as(buyer)(contract.listPayments, { query: { from: 'yesterday' } })).status).toBe(422);
});

test('before paying it is told how many confirmations a sum needs, and what the tier still allows', async () => {
  buyer = await shop.createUser({ tier: 2, balance_cents: 1_000_00 });
  const { data } = (await shop.as(buyer)(contract.paymentOptions)).body;
  expect(data.offered).toMatchObject([
    {
      coin: 'ETH',
      confirmations: 12,
      large_from_cents: 1_000_00,
      large_confirmations: 64,
      usd: '2500',
      reason_code: null,
    },
  ]);
  expect(data.limits).toMatchObject({ stored_cents: 1_000_00, stored_limit_cents: 5_000_00, room_cents: 4_000_00 });
  expect((await quote(500_00)).confirmations_needed).toBe(12);
  expect((await quote(1_000_00)).confirmations_needed).toBe(64);
  const half = await quote(600_00);
  await dev.send(half.address, BigInt(half.amount_units));
  await dev.mine(1);
  await poll();
  expect((await quote(600_00)).confirmations_needed).toBe(64);
});

test('the back office lists the payments of all buyers by state, day, coin and buyer, page by page and as a file', async () => {
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  const list = async (query: CallInput<typeof listAllPayments>['query'] = {}) =>
    (await support(listAllPayments, { query })).body;
  const paid = await pay(10_00);
  const open = await quote(11_00);
  const states = (await list()).data.filter(({ key }) => [paid.id, open.id].includes(key));
  expect(states.map(({ key, state }) => [key, state])).toEqual([
    [open.id, 'waiting'],
    [paid.id, 'credited'],
  ]);
  const waiting = (await list({ state: 'waiting', who: buyer.username })).data.map(({ key }) => key);
  expect(waiting).toEqual([open.id]);
  const [credit] = (await list({ state: 'credited', coin: 'ETH', who: buyer.username })).data;
  expect(credit).toMatchObject({
    number: paid.number,
    state: 'credited',
    coin: 'ETH',
    asked_cents: 10_00,
    deposit_id: expect.any(String),
    user: { id: buyer.id, username: buyer.username },
  });
  const credits = await shop.sql<{ key: string; cents: number }[]>`
    select id::text as key, amount_cents as cents from ledger_transfers where kind = 'top_up'
    order by created_at desc, id desc`;
  const shown = (await list({ state: 'credited', per_page: '100' })).data;
  expect(shown.map(({ key, credited_cents }) => ({ key, cents: credited_cents }))).toEqual([...credits]);
  const first = await list({ per_page: '1' });
  const second = await list({
    per_page: '1',
    cursor: new URL(first.links.next!, 'http://shop').searchParams.get('cursor')!,
  });
  const back = await list({
    per_page: '1',
    cursor: new URL(second.links.prev!, 'http://shop').searchParams.get('cursor')!,
  });
  expect([second.data[0]!.key === first.data[0]!.key, back.data]).toEqual([false, first.data]);
  expect((await list({ coin: 'BTC' })).data).toEqual([]);
  expect((await list({ to: '2001-01-01' })).data).toEqual([]);
  expect((await list({ who: 'nobody.of.that.name' })).data).toEqual([]);
  const csv = String((await support(exportAllPayments, { query: { state: 'credited' } })).body);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + credits.length);
  expect(csv).toContain(`${paid.number},credited,ETH,${buyer.username},${buyer.id},10.00,`);
  const views = await shop.sql`
    select action, subject, details from audit_entries
    where action in ('user.listed', 'payments.exported') order by id`;
  expect(views).toEqual([
    { action: 'user.listed', subject: expect.any(String), details: { user_ids: expect.arrayContaining([buyer.id]) } },
    { action: 'payments.exported', subject: 'payments', details: { state: 'credited' } },
  ]);
  const exporting = await shop.createUser({ role: 'admin', duties: ['support'] });
  for (const _twice of [1, 2]) await shop.as(exporting)(exportAllPayments, { query: { state: 'credited' } });
  const named = await shop.sql<{ user_ids: string[] }[]>`
    select details -> 'user_ids' as user_ids from audit_entries
    where action = 'user.listed' and actor_id = ${exporting.id}`;
  const owners = await shop.sql<{ id: string }[]>`
    select distinct a.owner_id as id from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
    where t.kind = 'top_up' and a.owner_id is not null`;
  expect(named.map(({ user_ids }) => user_ids.toSorted())).toEqual([owners.map(({ id }) => id).toSorted()]);
  const approver = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
  const today = shop.clock.now().toISOString().slice(0, 10);
  const affected = await approver(listAffected, {
    body: { from: today, to: today, staff_id: exporting.id, reason: 'A stolen session' },
  });
  expect(affected.body.data).toContainEqual(expect.objectContaining({ user_id: buyer.id, why: 'looked_up' }));
  const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
  expect((await publisher(listAllPayments)).status).toBe(403);
  expect((await publisher(exportAllPayments)).status).toBe(403);
});
