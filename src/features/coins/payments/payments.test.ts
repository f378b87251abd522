import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { type DevChain, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const shop: TestShop = await createTestShop();
const dev: DevChain = await startDevChain();
let poll: () => Promise<unknown>;
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
  insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', ${usd * 1e8}, '{test}', ${shop.clock.now()})`;

const quote = async (amount_cents: number, user = buyer) => {
  const { status, body } = await shop.as(user)(contract.createPayment, { body: { coin: 'ETH', amount_cents } });
  expect(status).toBe(201);
  return body.data;
};
const read = async (id: string, user = buyer) =>
  (await shop.as(user)(contract.getPayment, { params: { id } })).body.data;
const available = (user = buyer) => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
const debt = (user = buyer) => balanceOf(shop.sql, { kind: 'debt', owner_id: user.id });
const mineAndPoll = async (blocks: number) => {
  await dev.mine(blocks);
  await poll();
};
async function advance(minutes: number) {
  shop.clock.advance(minutes * MINUTE_MS);
  await dev.increaseTime(minutes * 60);
  await setRate(2500);
  await poll();
}
async function booksHold() {
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
}

test('a payment is waiting, seen, confirming n of m, credited; the balance has it once', async () => {
  const payment = await quote(2500);
  expect(payment).toMatchObject({
    status: 'waiting',
    amount_cents: 2500,
    received_units: '0',
    confirmations_needed: 12,
  });
  expect(payment.uri).toBe(`ethereum:${payment.address}@31337?value=${payment.amount_units}`);
  const txid = await dev.send(payment.address, BigInt(payment.amount_units));
  await poll();
  expect(await read(payment.id)).toMatchObject({ status: 'seen', txids: [txid], credited_cents: 0 });
  await mineAndPoll(1);
  expect(await read(payment.id)).toMatchObject({
    status: 'confirming',
    confirmations: 1,
    received_units: payment.amount_units,
  });
  await mineAndPoll(10);
  expect(await read(payment.id)).toMatchObject({ status: 'confirming', confirmations: 11 });
  expect(await available()).toBe(0);
  await mineAndPoll(1);
  expect(await read(payment.id)).toMatchObject({
    status: 'credited',
    credited_cents: 2500,
    confirmations: 12,
    txids: [txid],
  });
  await mineAndPoll(20);
  expect(await available()).toBe(2500);
  const audit = await shop.sql`select action from audit_entries where subject = ${payment.id} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(['payment.created', 'payment.credited']);
  await booksHold();
});

test('less than asked, more than asked and a second time: each is credited for what it is', async () => {
  const payment = await quote(2000);
  await dev.send(payment.address, BigInt(payment.amount_units) / 2n);
  await mineAndPoll(12);
  expect(await read(payment.id)).toMatchObject({ status: 'credited', credited_cents: 1000 });
  await dev.send(payment.address, BigInt(payment.amount_units) * 2n);
  await mineAndPoll(12);
  expect((await read(payment.id)).txids).toHaveLength(2);
  // The rate never changed: half of 20 dollars, plus twice 20 dollars.
  expect(await available()).toBe(5000);
  await booksHold();
});

test('a paid address is replaced by a new one, and what comes to the old one is still credited', async () => {
  const first = await quote(1000);
  expect((await quote(1500)).address).toBe(first.address);
  await dev.send(first.address, BigInt(first.amount_units));
  await mineAndPoll(12);
  const second = await quote(1000);
  expect(second.address).not.toBe(first.address);
  await dev.send(first.address, BigInt(first.amount_units));
  await mineAndPoll(12);
  expect(await available()).toBe(2000);
  expect((await read(second.id)).status).toBe('waiting');
});

test('a newer quote on the same address ends the older one and is the one that is paid', async () => {
  const older = await quote(1000);
  shop.clock.advance(1000);
  const newer = await quote(2000);
  expect((await read(older.id)).status).toBe('expired');
  await dev.send(newer.address, BigInt(newer.amount_units));
  await mineAndPoll(12);
  expect(await read(newer.id)).toMatchObject({ status: 'credited', credited_cents: 2000 });
  expect((await read(older.id)).status).toBe('expired');
});

test('what comes after expiry is credited at the rate of its day; what was seen before keeps its own', async () => {
  const late = await quote(2000);
  await advance(21);
  expect((await read(late.id)).status).toBe('expired');
  const early = await shop.createUser();
  const onTime = await quote(2000, early);
  await dev.send(late.address, BigInt(late.amount_units));
  await dev.send(onTime.address, BigInt(onTime.amount_units));
  await poll();
  await advance(21);
  await setRate(1250);
  await mineAndPoll(12);
  expect(await read(onTime.id, early)).toMatchObject({ status: 'credited', credited_cents: 2000 });
  expect(await read(late.id)).toMatchObject({ status: 'credited', credited_cents: 1000 });
});

test('seen in time but confirmed only after 24 hours, a payment gets the rate of that moment', async () => {
  const slow = await quote(2000);
  await dev.send(slow.address, BigInt(slow.amount_units));
  await poll();
  expect((await read(slow.id)).status).toBe('seen');
  await advance(24 * 60 + 1);
  await setRate(1250);
  await mineAndPoll(12);
  expect(await read(slow.id)).toMatchObject({ status: 'credited', credited_cents: 1000 });
});

test('without a current rate a late deposit waits, and is credited as soon as there is one', async () => {
  const payment = await quote(2000);
  shop.clock.advance(31 * MINUTE_MS);
  await dev.increaseTime(31 * 60);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(13);
  expect(await read(payment.id)).toMatchObject({ status: 'confirming', credited_cents: 0 });
  await setRate(2500);
  await poll();
  expect((await read(payment.id)).status).toBe('credited');
});

test('a payment from inside a contract is credited too, in the block where it came', async () => {
  const payment = await quote(3000);
  await dev.sendInternally(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(5);
  await dev.sendInternally(payment.address, 1000n);
  await mineAndPoll(7);
  expect(await read(payment.id)).toMatchObject({ status: 'credited', credited_cents: 3000 });
  await mineAndPoll(12);
  const rows = await shop.sql<{ txid: string; amount_units: string }[]>`
    select txid, amount_units from deposits where payment_id = ${payment.id} order by height`;
  expect(rows.map((row) => row.amount_units)).toEqual([payment.amount_units, '1000']);
  expect(rows.every(({ txid }) => txid.startsWith('internal:0x'))).toBe(true);
  expect(await available()).toBe(3000);
});

test('a sweep of the address neither takes from the buyer nor looks like a payment', async () => {
  const payment = await quote(3000);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(12);
  await dev.sweep(payment.address, BigInt(payment.amount_units) / 2n);
  await mineAndPoll(15);
  await dev.sendInternally(payment.address, 5n);
  await mineAndPoll(15);
  expect(await available()).toBe(3000);
  expect(await read(payment.id)).toMatchObject({ received_units: String(BigInt(payment.amount_units) + 5n) });
});

test('a reorganisation before the depth leaves nothing credited; what comes back is credited once', async () => {
  const payment = await quote(2000);
  const units = BigInt(payment.amount_units);
  await dev.send(payment.address, units);
  await mineAndPoll(6);
  expect((await read(payment.id)).status).toBe('confirming');
  await dev.reorganise(6);
  await poll();
  expect(await read(payment.id)).toMatchObject({ status: 'waiting', received_units: '0' });
  await mineAndPoll(30);
  expect(await available()).toBe(0);
  await dev.send(payment.address, units);
  await mineAndPoll(12);
  expect(await available()).toBe(2000);
  await booksHold();
});

test('a reorganisation after the credit takes it back once the new branch is as deep; what was spent becomes debt', async () => {
  const payment = await quote(2000);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(12);
  expect(await available()).toBe(2000);
  await spend(1500);
  await dev.reorganise(14);
  await poll();
  await mineAndPoll(20);
  expect(await available()).toBe(0);
  expect(await debt()).toBe(-1500);
  expect(await read(payment.id)).toMatchObject({ status: 'waiting', credited_cents: 0 });
  await booksHold();

  const again = await quote(2000);
  await dev.send(again.address, BigInt(again.amount_units));
  await mineAndPoll(12);
  expect(await debt()).toBe(0);
  expect(await available()).toBe(500);
  await booksHold();
});

async function signedPayment(to: string, units: bigint): Promise<string> {
  const from = dev.wallet;
  const [nonce, gasPrice] = [
    await dev.rpc.call('eth_getTransactionCount', [from, 'pending']),
    await dev.rpc.call('eth_gasPrice'),
  ];
  const tx = { from, to, value: `0x${units.toString(16)}`, gas: '0x5208', nonce, gasPrice };
  return dev.rpc.call<string>('eth_signTransaction', [tx]);
}

test.each([
  ['before its credit is taken back keeps it', async () => {}, ['payment.credited']],
  ['after that is credited again', () => mineAndPoll(20), ['payment.credited', 'payment.reversed', 'payment.credited']],
] as const)('the same transaction mined again %s: once in all', async (_, meanwhile, actions) => {
  const payment = await quote(2000);
  const signed = await signedPayment(payment.address, BigInt(payment.amount_units));
  const txid = await dev.rpc.call('eth_sendRawTransaction', [signed]);
  await mineAndPoll(12);
  expect(await available()).toBe(2000);
  await dev.reorganise(14);
  await meanwhile();
  expect(await dev.rpc.call('eth_sendRawTransaction', [signed])).toBe(txid);
  await mineAndPoll(30);
  expect(await read(payment.id)).toMatchObject({ status: 'credited', credited_cents: 2000, txids: [txid] });
  expect([await available(), await debt()]).toEqual([2000, 0]);
  const audit = await shop.sql`select action from audit_entries where subject = ${payment.id} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(['payment.created', ...actions]);
  await booksHold();
});

async function spend(cents: number) {
  await transfer(shop.sql, {
    debit: { kind: 'available', owner_id: buyer.id, limited: true },
    credit: { kind: 'sales', owner_id: null },
    amount_cents: cents,
    kind: 'order',
    unique_key: `spend:${buyer.id}`,
  });
}

test('deposits below the minimum are kept, say so, and are all credited once they reach it together', async () => {
  const first = await quote(1000);
  const second = BigInt(first.amount_units) / 5n;
  await dev.send(first.address, second);
  await mineAndPoll(12);
  expect(await read(first.id)).toMatchObject({
    status: 'held',
    hold_reason: expect.stringContaining('Payments below $5.00 are kept until together they reach the minimum.'),
  });
  expect(await available()).toBe(0);
  await mineAndPoll(5);
  const third = await quote(1000);
  expect(third.address).not.toBe(first.address);
  await dev.send(third.address, second);
  await mineAndPoll(12);
  expect(await available()).toBe(0);
  await dev.send(third.address, second);
  await mineAndPoll(12);
  await poll();
  expect(await read(first.id)).toMatchObject({ status: 'credited', credited_cents: 200, hold_reason: null });
  expect(await read(third.id)).toMatchObject({ status: 'credited', credited_cents: 400, hold_reason: null });
  expect(await available()).toBe(600);
  await mineAndPoll(12);
  expect(await available()).toBe(600);
  const held =
    await shop.sql`select from audit_entries where action = 'payment.held' and subject in (${first.id}, ${third.id})`;
  expect(held).toHaveLength(2);
  await booksHold();
});

test('a large deposit takes the small ones that waited with it; a later small one waits again', async () => {
  const small = await quote(1000);
  const two = BigInt(small.amount_units) / 5n;
  await dev.send(small.address, two);
  await mineAndPoll(12);
  const large = await quote(1000);
  await dev.send(large.address, two * 5n);
  await mineAndPoll(12);
  await poll();
  expect(await available()).toBe(1200);
  shop.clock.advance(MINUTE_MS);
  await dev.increaseTime(60);
  const later = await quote(1000);
  await dev.send(later.address, two);
  await mineAndPoll(12);
  expect((await read(later.id)).status).toBe('held');
  expect(await available()).toBe(1200);
});

test('the rest of an underpaid payment is credited, however small; a payment of the minimum whatever the rate does', async () => {
  const payment = await quote(1000);
  const tenth = BigInt(payment.amount_units) / 10n;
  await dev.send(payment.address, tenth * 9n);
  await mineAndPoll(12);
  await dev.send(payment.address, tenth);
  await mineAndPoll(12);
  expect(await available()).toBe(1000);
  const least = await quote(500);
  await dev.send(least.address, BigInt(least.amount_units));
  await poll();
  await setRate(2000);
  await mineAndPoll(12);
  expect(await read(least.id)).toMatchObject({ status: 'credited', credited_cents: 500 });
});

test('small deposits of one user do not count for another, nor undone ones for anybody', async () => {
  const other = await shop.createUser();
  const mine = await quote(500);
  const theirs = await quote(500, other);
  const four = (BigInt(mine.amount_units) * 4n) / 5n;
  await dev.send(mine.address, four);
  await dev.send(theirs.address, four);
  await mineAndPoll(12);
  expect([(await read(mine.id)).status, (await read(theirs.id, other)).status]).toEqual(['held', 'held']);
  await dev.reorganise(12);
  await poll();
  await mineAndPoll(14);
  const again = await quote(500);
  await dev.send(again.address, four);
  await mineAndPoll(12);
  expect((await read(again.id)).status).toBe('held');
  expect([await available(), await available(other)]).toEqual([0, 0]);
});

test('the first top-up of enough activates the account in the same transaction; less does not', async () => {
  buyer = await shop.createUser({ active: false, tier: 0 });
  await shop.sql`update users set email_verified_at = now() where id = ${buyer.id}`;
  const active = async () =>
    (await shop.sql`select activated_at from users where id = ${buyer.id}`)[0]!.activated_at !== null;
  const payment = await quote(1000);
  await dev.send(payment.address, (BigInt(payment.amount_units) * 9n) / 10n);
  await mineAndPoll(12);
  expect(await active()).toBe(false);
  await dev.send(payment.address, BigInt(payment.amount_units) / 9n);
  await mineAndPoll(12);
  expect(await active()).toBe(true);
  expect(await available()).toBeGreaterThanOrEqual(1000);
});

test('a large sum waits for more confirmations, also when it comes in parts', async () => {
  buyer = await shop.createUser({ tier: 2 });
  const payment = await quote(120_000);
  await dev.send(payment.address, BigInt(payment.amount_units) / 2n);
  await dev.send(payment.address, BigInt(payment.amount_units) / 2n);
  await mineAndPoll(12);
  expect(await read(payment.id)).toMatchObject({ status: 'confirming', confirmations: 12, confirmations_needed: 64 });
  await mineAndPoll(52);
  expect((await read(payment.id)).status).toBe('credited');
});

test('a paused chain takes no new payments, and says so beside the coin', async () => {
  const { hashAt } = dev.chain.adapter;
  const health = dev.chain.adapter.health;
  dev.chain.adapter.health = async () => ({ ...(await health()), synced: false });
  try {
    await poll();
    const { status, body } = await shop.as(buyer)(contract.createPayment, {
      body: { coin: 'ETH', amount_cents: 1000 },
    });
    expect(status).toBe(422);
    expect(body.errors?.coin?.[0]).toMatch(/catching up/);
    const { body: options } = await shop.as(buyer)(contract.paymentOptions);
    expect(options.data.offered).toMatchObject([
      { coin: 'ETH', available: false, network: 'local Ethereum development chain' },
    ]);
  } finally {
    Object.assign(dev.chain.adapter, { hashAt, health });
  }
  await poll();
  await quote(1000);
});

test.each([
  ['below the minimum', { coin: 'ETH', amount_cents: 499 }, 'amount_cents', /minimum is \$5\.00/],
  [
    'over what the tier may store',
    { coin: 'ETH', amount_cents: 100_001 },
    'amount_cents',
    /can be up to \$1,000\.00.*You can add up to/,
  ],
  ['a coin that is not set up', { coin: 'BTC', amount_cents: 1000 }, 'coin', /isn't offered/],
  ['a coin that is none', { coin: 'XMR', amount_cents: 1000 }, 'coin', /./],
  ['a negative amount', { coin: 'ETH', amount_cents: -5 }, 'amount_cents', /./],
  ['an unknown field', { coin: 'ETH', amount_cents: 1000, rate: 1 }, undefined, /./],
] as const)('%s is refused', async (_, body, field, reason) => {
  const answer = await shop.as(buyer)(contract.createPayment, { body: body as never });
  expect(answer.status).toBe(422);
  if (field) expect(answer.body.errors?.[field]?.[0]).toMatch(reason);
});

test('a payment of somebody else is not found; a visitor is refused; a key gives one payment', async () => {
  const payment = await quote(1000);
  const other = await shop.createUser();
  expect((await shop.as(other)(contract.getPayment, { params: { id: payment.id } })).status).toBe(404);
  expect((await shop.as(null)(contract.listPayments)).status).toBe(401);
  const twice = { body: { coin: 'ETH' as const, amount_cents: 700 }, idempotencyKey: 'one' };
  const [a, b] = [
    await shop.as(buyer)(contract.createPayment, twice),
    await shop.as(buyer)(contract.createPayment, twice),
  ];
  expect(a.body.data.id).toBe(b.body.data.id);
});

test('payments are listed, filtered and counted; addresses come with their open payment', async () => {
  const paid = await quote(1000);
  await dev.send(paid.address, BigInt(paid.amount_units));
  await mineAndPoll(12);
  const open = await quote(1500);
  const list = async (query: object) => (await shop.as(buyer)(contract.listPayments, { query })).body;
  expect((await list({})).data.map(({ id }) => id)).toEqual([open.id, paid.id]);
  expect((await list({ status: 'credited' })).data.map(({ id }) => id)).toEqual([paid.id]);
  expect((await list({ q: open.address.slice(2, 20) })).data.map(({ id }) => id)).toEqual([open.id]);
  expect((await list({ per_page: '1', page: '2' })).meta).toMatchObject({ current_page: 2, last_page: 2, total: 2 });
  const { body } = await shop.as(buyer)(contract.paymentOptions);
  expect(body.data.statuses).toEqual([
    { value: 'waiting', label: 'waiting', count: 1 },
    { value: 'credited', label: 'credited', count: 1 },
  ]);
  const addresses = await shop.as(buyer)(contract.listAddresses);
  expect(addresses.body.data).toMatchObject([{ coin: 'ETH', address: open.address, payment: { id: open.id } }]);
});

test('the payment of an address is open until it is credited, whether its rate is still locked or not', async () => {
  const payment = async () => (await shop.as(buyer)(contract.listAddresses)).body.data[0]!.payment;
  const paid = await quote(1000);
  expect(await payment()).toMatchObject({ id: paid.id, status: 'waiting' });
  await dev.send(paid.address, BigInt(paid.amount_units));
  await mineAndPoll(1);
  await advance(21);
  expect(await payment()).toMatchObject({ id: paid.id, status: 'confirming' });
  await mineAndPoll(11);
  expect(await payment()).toBeNull();
});

test('an address that was used behind our back is never given to a user', async () => {
  const account = await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`;
  const next = dev.chain.addressAt(account[0]!.next_index);
  await dev.send(next.address, 1n);
  await mineAndPoll(1);
  expect((await quote(1000)).address).not.toBe(next.address);
});

test('forty requests of twenty users at once: each user has one address, and no two the same', async () => {
  const nextIndex = async () =>
    (await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`)[0]!.next_index;
  const users = await Promise.all(Array.from({ length: 20 }, () => shop.createUser()));
  const before = await nextIndex();
  const quotes = await Promise.all(users.flatMap((user) => [quote(700, user), quote(800, user)]));
  const addresses = quotes.map(({ address }) => address);
  for (let i = 0; i < addresses.length; i += 2) expect(addresses[i + 1]).toBe(addresses[i]);
  expect(new Set(addresses).size).toBe(20);
  // No index is skipped.
  expect(await nextIndex()).toBe(before + 20);
});

test('a quote made in the same moment as another, by a clock a little behind, takes its place', async () => {
  const older = await quote(900);
  shop.clock.advance(-150);
  const newer = await quote(1000);
  shop.clock.advance(150);
  expect([(await read(older.id)).status, (await read(newer.id)).status]).toEqual(['expired', 'waiting']);
});

test('quotes of one user at once leave one of them open', async () => {
  const quotes = await Promise.all(Array.from({ length: 8 }, (_, i) => quote(700 + i)));
  const states = await Promise.all(quotes.map(async ({ id }) => (await read(id)).status));
  expect(states.filter((status) => status === 'waiting')).toHaveLength(1);
});

test('an amount in the coin is quoted as it was named, worth what the rate says, and held to the same limits', async () => {
  const ask = async (body: object) =>
    shop.as(buyer)(contract.createPayment, { body: { coin: 'ETH', ...body } as never });
  const { body } = await ask({ amount_units: '10000000000000000' });
  expect(body.data).toMatchObject({ amount_units: '10000000000000000', amount_cents: 25_00, usd: '2500' });
  await dev.send(body.data.address, BigInt(body.data.amount_units));
  await mineAndPoll(12);
  expect(await available()).toBe(25_00);
  // Sixteen digits of wei could be a card number; what they are worth is no different in whole gwei.
  const long = await ask({ amount_units: '4012888888881881' });
  expect(long.body.data).toMatchObject({ amount_units: '4012888000000000', amount_cents: 10_03 });
  expect((await ask({ amount_units: '1' })).body.errors?.amount_cents?.[0]).toMatch(/minimum is \$5\.00/);
  expect((await ask({ amount_units: '9'.repeat(30) })).body.errors?.amount_cents).toBeDefined();
  expect((await ask({ amount_units: '10', amount_cents: 10_00 })).status).toBe(422);
  expect((await ask({})).status).toBe(422);
});

test('what is missing of an underpaid payment goes to the same address, and both parts make up the whole', async () => {
  const payment = await quote(20_01);
  expect(payment.rest).toBeNull();
  const part = BigInt(payment.amount_units) / 3n;
  await dev.send(payment.address, part);
  await mineAndPoll(12);
  const { rest } = await read(payment.id);
  expect(rest).toMatchObject({ units: String(BigInt(payment.amount_units) - part), cents: 13_34 });
  expect(rest?.uri).toBe(`ethereum:${payment.address}@31337?value=${rest?.units}`);
  await dev.send(payment.address, BigInt(rest?.units ?? 0));
  await poll();
  // Already on its way: asking for it again would get it twice.
  expect(await read(payment.id)).toMatchObject({ status: 'seen', rest: null });
  await mineAndPoll(12);
  expect(await read(payment.id)).toMatchObject({ rest: null, credited_cents: 20_01 });
});

test('the owner is told of what was credited and of what is held', async () => {
  const payment = await quote(5_00);
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mineAndPoll(12);
  const told = await shop.sql<{ title: { key: string }; link: string }[]>`
    select title, link from notifications where user_id = ${buyer.id}`;
  expect(told).toMatchObject([{ title: { key: 'notify.credited' }, link: `/billing/${payment.id}` }]);
  shop.clock.advance(MINUTE_MS);
  await dev.increaseTime(60);
  const small = await quote(5_00);
  await dev.send(small.address, BigInt(small.amount_units) / 5n);
  await mineAndPoll(12);
  await mineAndPoll(1);
  const later = await shop.sql<{ title: { key: string } }[]>`
    select title from notifications where user_id = ${buyer.id} order by id`;
  expect(later.map(({ title }) => title.key)).toEqual(['notify.credited', 'notify.held']);
  const list = async (query: object) => (await shop.as(buyer)(contract.listPayments, { query })).body.data;
  expect((await list({ open: '1' })).map(({ id }) => id)).toEqual([small.id]);
});

test('the options and the network of a payment are named in the language that is asked for', async () => {
  const { body } = await shop.request(contract.paymentOptions, {
    token: buyer.token,
    headers: { 'accept-language': 'de' },
  });
  const eth = body.data.offered.find(({ coin }) => coin === 'ETH')!;
  expect(eth.network).toBe('lokale Ethereum-Entwicklungs-Chain');
  const { body: english } = await shop.as(buyer)(contract.paymentOptions);
  expect(english.data.offered.find(({ coin }) => coin === 'ETH')!.network).toBe('local Ethereum development chain');
});
