import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { createPayment } from '#contracts/coins/payments.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import * as contract from '#contracts/coins/top-up-returns.ts';
import { eraseAccount, exportAccount } from '#contracts/identity/account.ts';
import * as factors from '#contracts/identity/factors.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { verifyDeposits } from '#features/office/books/verification/derived/verify-deposits.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { compareBook } from '#platform/ledger/compare-book.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { DEV_XPUB } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { returnBooks } from './return-books.ts';

const shop = await createTestShop();
const { sql } = shop;
for (const coin of ['ETH', 'BTC', 'LTC'] as const)
  shop.ctx.chains[coin] = openChain(coin, { rpc_url: 'http://127.0.0.1:1', xpub: DEV_XPUB });
const staff = (duties: string[]) => shop.createUser({ role: 'admin', duties });
const [payer, second, third] = [await staff(['payouts']), await staff(['payouts']), await staff(['payouts'])];
const [account] = await sql<[{ id: number }]>`
  insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('ETH', sha256('back'), 'abcd1234') returning id`;
const rates: Record<string, number> = {};
for (const coin of ['ETH', 'BTC']) {
  const [rate] = await sql<[{ id: number }]>`
    insert into rate_samples (coin, usd_e8, sources, at)
    values (${coin}, 200000000000, '{test}', ${shop.clock.now()}) returning id`;
  rates[coin] = rate.id;
}
const stock = await addCards(shop, { count: 12, price_cents: 900 });
let index = 0;

const ethereumKey = () => `0x${randomBytes(20).toString('hex')}`;

interface Paid {
  coin?: 'ETH' | 'BTC' | 'LTC';
  senders?: string[];
  cents?: number;
}

/** A credited top-up, as the watcher leaves it. */
async function paidIn(user: TestUser, { coin = 'ETH', senders = [ethereumKey()], cents = 2000 }: Paid = {}) {
  const [rate_id, key, txid] = [rates[coin] ?? rates.ETH!, `k${index++}`, randomBytes(32).toString('hex')];
  const now = shop.clock.now();
  const [deposit] = await sql<[{ id: string }]>`
    with address as (
      insert into deposit_addresses (coin, account_id, index, key, address, user_id)
      values (${coin}, ${account.id}, ${index}, ${key}, ${key}, ${user.id}) returning id),
    payment as (
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
      select ${user.id}, ${coin}, id, ${cents}, 1000, ${rate_id}, ${now}, ${now} from address returning id)
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, senders, first_seen_at,
      required_depth, height, hash, state, credited_at, credited_cents, credited_units)
    select ${coin}, ${txid}, 0, ${key}, ${user.id}, id, 1000, ${senders}, ${now}, 1, 1, 'h',
      'credited', ${now}, ${cents}, 1000
    from payment returning id`;
  await sql`
    insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units,
      current_cents, rate_id, at)
    values (${deposit.id}, 1, 0, 0, 1000, ${cents}, ${rate_id}, ${now})`;
  await transfer(sql, {
    debit: { kind: `crypto_${coin.toLowerCase()}`, owner_id: null },
    amount_cents: cents,
    kind: 'top_up',
    credit: { kind: 'available', owner_id: user.id, limited: true },
    reference: deposit.id,
    unique_key: randomUUID(),
  });
  return { id: deposit.id, address: shop.ctx.chains[coin]!.addressOf(senders[0] ?? '') };
}

const available = ({ id }: { id: string }) => balanceOf(sql, { kind: 'available', owner_id: id });
const returning = ({ id }: { id: string }) => balanceOf(sql, { kind: 'returning', owner_id: id });
const buy = (user: TestUser, count = 1) =>
  shop.as(user)(placeOrder, {
    body: { ids: stock.splice(0, count).map(({ id }) => id) },
    idempotencyKey: randomUUID(),
  });
const read = async (user: TestUser) => (await shop.as(user)(contract.getClosing)).body.data;
const close = (user: TestUser, amount_cents: number) =>
  shop.as(user)(contract.closeAccount, { body: { amount_cents, addresses_mine: true } });
const of = (id: string) => ({ params: { id } });
const because = { reason: 'Compared with the chain' };
const propose = (id: string, by = payer) => shop.as(by)(contract.proposeTopUpReturn, { ...of(id), body: because });
const see = async (id: string, by = second) => (await shop.as(by)(contract.getTopUpReturn, of(id))).body.data;
async function decide(id: string, by = second, decision: 'approved' | 'rejected' = 'approved') {
  const proposal_id = (await see(id, by)).proposal?.id ?? randomUUID();
  return shop.as(by)(contract.decideTopUpReturn, { ...of(id), body: { proposal_id, decision, ...because } });
}
const TXID = `0x${'ab'.repeat(32)}`;
const record = (id: string, txid = TXID) =>
  shop.as(payer)(contract.recordTopUpReturn, { ...of(id), body: { txid, ...because } });
const fail = (id: string) => shop.as(payer)(contract.failTopUpReturn, { ...of(id), body: because });
interface CameBack {
  evidence?: string;
  returned_on?: string;
}
/** Proposes that what was sent came back. */
function cameBack(id: string, changes: CameBack = {}, by = payer) {
  const returned_on = shop.clock.now().toISOString().slice(0, 10);
  const body = { evidence: 'Dropped by the network', returned_on, ...changes, ...because };
  return shop.as(by)(contract.proposeReturnReversal, { ...of(id), body });
}
async function judge(id: string, by = second, decision: 'approved' | 'rejected' = 'approved') {
  const proposal_id = (await see(id, by))?.reversal?.id ?? randomUUID();
  return shop.as(by)(contract.decideReturnReversal, { ...of(id), body: { proposal_id, decision, ...because } });
}
/** Two people record that what was sent came back. */
async function reverse(id: string) {
  expect((await cameBack(id)).status).toBe(200);
  return judge(id);
}
const list = async () => (await shop.as(payer)(contract.exportTopUpReturns)).body;

/** A buyer who closed the account with one unspent top-up. */
async function closed(paid: Paid = {}) {
  const user = await shop.createUser({ tier: 2 });
  const { address } = await paidIn(user, paid);
  const { status, body } = await close(user, paid.cents ?? 2000);
  expect([status, body.message]).toEqual([200, undefined]);
  return { user, address, id: body.data.returns[0]!.id };
}
async function approved(paid: Paid = {}) {
  const made = await closed(paid);
  expect((await propose(made.id)).status).toBe(200);
  expect((await decide(made.id)).status).toBe(200);
  return made;
}
async function booksHold() {
  for (const book of [...returnBooks, ...booksOf(false).filter(({ kinds }) => kinds[0] === 'top_up')])
    expect(await compareBook(sql, book)).toEqual([]);
  expect((await verifyLedger(sql)).problems).toEqual([]);
}

test('an unspent top-up goes back to the address that paid it: asked for, proposed, approved, sent outside and recorded', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { address } = await paidIn(user);
  expect((await buy(user)).status).toBe(201);
  expect(await read(user)).toMatchObject({
    returnable_cents: 1100,
    unspent: [{ amount_cents: 1100, address, obstacle: null }],
  });
  const { body } = await close(user, 1100);
  expect(body.data).toMatchObject({ balance_cents: 0, returnable_cents: 0, returns: [{ state: 'asked', address }] });
  expect([await available(user), await returning(user)]).toEqual([0, 1100]);
  expect(await sql`select limited from ledger_accounts where kind = 'returning' and owner_id = ${user.id}`).toEqual([
    { limited: true },
  ]);
  const { id } = body.data.returns[0]!;
  expect((await propose(id)).body.data).toMatchObject({ obstacles: [], proposal: { own: true } });
  const own = await decide(id, payer);
  expect([own.status, own.body.message]).toEqual([403, 'You proposed this, so someone else has to decide.']);
  expect((await decide(id)).body.data).toMatchObject({ state: 'approved', user: { id: user.id } });
  expect((await list()).data).toContainEqual({ id, coin: 'ETH', address, amount_cents: 1100, uri: null });
  expect((await record(id, 'ab'.repeat(32))).status).toBe(422);
  expect((await record(id)).body.data).toMatchObject({ state: 'paid', txid: TXID, paid_by: payer.username });
  expect((await record(id)).status).toBe(409);
  expect([await available(user), await returning(user)]).toEqual([0, 0]);
  expect((await read(user)).returns).toMatchObject([{ state: 'paid', txid: TXID }]);
  expect((await list()).data.map((row) => row.id)).not.toContain(id);
  const told = (await shop.as(user)(listNotifications)).body.data.map(({ title }) => title);
  expect(told).toContain('$11.00 in ETH went back');
  const actions = await sql<{ action: string }[]>`
    select action from audit_entries where subject = ${user.id} and action like 'top_up_return.%' order by id`;
  expect(actions.map(({ action }) => action.split('.')[1])).toEqual(['asked', 'proposed', 'approved', 'paid']);
  await booksHold();
});

test('the buyer is mailed when the account closes and when the money was sent, and finds both in export and statement', async () => {
  const { user, id } = await approved();
  await record(id);
  await shop.runQueuedJobs();
  const mails = await sql<
    { text: string }[]
  >`select text_body as text from mailbox where recipient = ${user.email} order by id`;
  expect(mails.some(({ text }) => text.includes('$20.00'))).toBe(true);
  expect(mails.some(({ text }) => text.includes(TXID))).toBe(true);
  const exported = (await shop.as(user)(exportAccount)).body as unknown as {
    top_up_returns: object[];
    closing: object[];
  };
  expect(exported.top_up_returns).toMatchObject([{ id, txid: TXID }]);
  expect(exported.closing).toHaveLength(1);
  const month = shop.clock.now().toISOString().slice(0, 7);
  const { lines } = (await shop.as(user)(getStatement, { params: { month } })).body.data;
  expect(lines.map(({ kind, amount_cents }) => [kind, amount_cents])).toContainEqual(['top_up_return', -2000]);
});

test('an account that closes buys nothing, adds nothing, and can be kept until somebody checks it', async () => {
  const { user, id } = await closed();
  for (const { status, body } of [
    await buy(user),
    await shop.as(user)(addToCart, { body: { ids: [stock[0]!.id] } }),
    await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents: 1000 } }),
  ])
    expect([status, body.message]).toEqual([403, expect.stringContaining('This account is closing')]);
  const kept = await shop.as(user)(contract.reopenAccount);
  expect(kept.body.data).toMatchObject({ since: null, balance_cents: 2000, returns: [{ id, state: 'withdrawn' }] });
  expect((await buy(user)).status).toBe(201);
  const { body } = await close(user, 1100);
  await propose(body.data.returns[0]!.id);
  expect((await shop.as(user)(contract.reopenAccount)).status).toBe(409);
  await booksHold();
});

test('what is taken back, rejected, failed or came back is the balance again, and can be asked for once more', async () => {
  for (const end of ['rejected', 'refused', 'failed', 'reversed'] as const) {
    const { user, id } = end === 'failed' || end === 'reversed' ? await approved() : await closed();
    if (end === 'rejected') {
      await propose(id);
      expect((await decide(id, second, 'rejected')).body.data.state).toBe('rejected');
    } else {
      if (end === 'refused') await propose(id);
      if (end === 'reversed') await record(id);
      const { body } = end === 'reversed' ? await reverse(id) : await fail(id);
      expect(body.data.state).toBe(end === 'refused' ? 'rejected' : end);
    }
    expect([end, await available(user), await returning(user)]).toEqual([end, 2000, 0]);
    expect((await fail(id)).status).toBe(409);
    expect((await close(user, 2000)).body.data.returns.map(({ state }) => state)).toContain('asked');
    // Another attempt at the same one would send it twice.
    expect((await close(user, 2000)).body.message).toBe('What can go back is now $0.00. Check it and try again.');
  }
  await booksHold();
});

test('what comes back while something is owed settles that first: withdrawn by its owner, refused or come back', async () => {
  const left = async (user: TestUser) => [
    await available(user),
    await balanceOf(sql, { kind: 'debt', owner_id: user.id }),
    (await read(user)).obstacles,
  ];
  const reopened = await closed();
  await putInDebt(sql, reopened.user, 500);
  expect((await shop.as(reopened.user)(contract.reopenAccount)).status).toBe(200);
  expect(await left(reopened.user)).toEqual([1500, 0, []]);
  const refused = await closed();
  await propose(refused.id);
  await putInDebt(sql, refused.user, 500);
  await decide(refused.id, second, 'rejected');
  expect(await left(refused.user)).toEqual([1500, 0, []]);
  const { user, id } = await approved();
  await list();
  await record(id);
  await putInDebt(sql, user, 2500);
  expect((await reverse(id)).status).toBe(200);
  expect(await left(user)).toEqual([0, -500, ['blocked']]);
  await booksHold();
});

test('what was sent comes back by two people, with what shows it', async () => {
  const { user, id } = await approved();
  expect((await cameBack(id)).status).toBe(409);
  await record(id);
  expect((await fail(id)).body.message).toBe('Its status is already: sent.');
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = shop.clock.now().getTime();
  for (const returned_on of [day(now + DAY_MS), day(now - DAY_MS)])
    expect(Object.keys((await cameBack(id, { returned_on })).body.errors ?? {})).toEqual(['returned_on']);
  expect(Object.keys((await cameBack(id, { evidence: ' ' })).body.errors ?? {})).toEqual(['evidence']);
  expect((await cameBack(id)).body.data).toMatchObject({
    state: 'paid',
    reversal: { own: true, evidence: 'Dropped by the network', returned_on: day(now) },
  });
  expect((await cameBack(id, {}, second)).status).toBe(409);
  const own = await judge(id, payer);
  expect([own.status, own.body.message]).toEqual([403, 'You proposed this, so someone else has to decide.']);
  expect((await judge(id, await staff(['approver', 'support']))).status).toBe(403);
  expect([await available(user), await returning(user)]).toEqual([0, 0]);
  const first = (await see(id)).reversal!.id;
  expect((await judge(id)).body.data).toMatchObject({ state: 'reversed', reversal: null });
  expect([await available(user), await returning(user)]).toEqual([2000, 0]);
  const again = { proposal_id: first, decision: 'approved', ...because } as const;
  expect((await shop.as(third)(contract.decideReturnReversal, { ...of(id), body: again })).status).toBe(409);
  expect((await cameBack(id)).status).toBe(409);
  expect(await available(user)).toBe(2000);
  const told = (await shop.as(user)(listNotifications)).body.data.map(({ title }) => title);
  expect(told).toContain('$20.00 in ETH came back to us');
  const actions = await sql<{ action: string; evidence: string }[]>`
    select action, details ->> 'evidence' as evidence from audit_entries
    where subject = ${user.id} and action like 'top_up_return.revers%' order by id`;
  expect(actions).toEqual(
    ['reversal_proposed', 'reversed'].map((name) => ({
      action: `top_up_return.${name}`,
      evidence: 'Dropped by the network',
    })),
  );
  await booksHold();
});

test('a way back that somebody rejects stays sent, and may be proposed by the other', async () => {
  const { user, id } = await approved();
  await record(id);
  await cameBack(id);
  expect((await judge(id, second, 'rejected')).body.data).toMatchObject({ state: 'paid', reversal: null });
  expect(await available(user)).toBe(0);
  await cameBack(id, {}, second);
  const { reversal } = await see(id);
  expect((await shop.as(second)(withdrawProposal, of(reversal!.id))).status).toBe(204);
  await cameBack(id, {}, second);
  expect((await judge(id, payer)).body.data.state).toBe('reversed');
  expect(await available(user)).toBe(2000);
  const actions = await sql<{ action: string }[]>`
    select action from audit_entries where subject = ${user.id} and action like 'top_up_return.revers%' order by id`;
  expect(actions.map(({ action }) => action.split('.')[1])).toEqual([
    'reversal_proposed',
    'reversal_rejected',
    'reversal_proposed',
    'reversal_proposed',
    'reversed',
  ]);
  const nobody = randomUUID();
  expect([(await cameBack(nobody)).status, (await judge(nobody)).status]).toEqual([404, 404]);
  await booksHold();
});

test('a transaction that came in as a deposit brings nothing back besides, seen before it is proposed or after', async () => {
  const { id } = await approved();
  await record(id);
  const txidOf = async (deposit: { id: string }) =>
    (await sql<[{ txid: string }]>`select txid from deposits where id = ${deposit.id}`)[0].txid;
  const seen = await txidOf(await paidIn(await shop.createUser({ tier: 2 })));
  const evidence = [
    'The shop saw this transaction as a deposit, and its owner is credited by that. Nothing more is due.',
  ];
  expect((await cameBack(id, { evidence: seen.toUpperCase() })).body.errors).toEqual({ evidence });
  const later = randomBytes(32).toString('hex');
  expect((await cameBack(id, { evidence: later })).status).toBe(200);
  await sql`update deposits set txid = ${later} where txid = ${seen}`;
  expect((await judge(id)).body.errors).toEqual({ evidence });
  expect((await see(id)).state).toBe('paid');
  expect((await judge(id, second, 'rejected')).body.data.reversal).toBeNull();
  // The same id on another chain is another transaction.
  const foreign = await txidOf(await paidIn(await shop.createUser({ tier: 2 }), { coin: 'BTC' }));
  expect((await cameBack(id, { evidence: foreign })).status).toBe(200);
  expect((await judge(id)).body.data.state).toBe('reversed');
});

test('coins that came to an address of the shop bring nothing back, however the transaction is written', async () => {
  const { id } = await approved();
  await record(id);
  const said = 'The shop saw this transaction as a deposit, and its owner is credited by that. Nothing more is due.';
  const refused = async (evidence: string) => (await cameBack(id, { evidence })).body.errors?.evidence;
  const { id: deposit } = await paidIn(await shop.createUser({ tier: 2 }));
  const [{ txid }] = await sql<[{ txid: string }]>`select txid from deposits where id = ${deposit}`;
  for (const written of [`0x${txid}`, `${txid}:0`, `https://explorer.example/tx/${txid}`])
    expect(await refused(written)).toEqual([said]);
  const [dust, unclaimed] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  await sql`
    insert into dust_deposits (coin, txid, n, key, user_id, payment_id, amount_units, senders, min_depth, first_seen_at)
    select coin, ${dust}, 0, key, user_id, payment_id, 1, '{}', 1, first_seen_at from deposits where id = ${deposit}`;
  await sql`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, senders, first_seen_at)
    values ('ETH', ${account.id}, 100000, 'nobody', ${unclaimed}, 0, 1, '{}', now())`;
  expect([await refused(dust), await refused(unclaimed)]).toEqual([[said], [said]]);
  expect((await see(id)).state).toBe('paid');
});

test('a transaction shows that one top-up came back, and not the one by which it was sent', async () => {
  const [one, other] = [await approved(), await approved()];
  await record(one.id);
  await record(other.id, `0x${'cd'.repeat(32)}`);
  const came = randomBytes(32).toString('hex');
  const refused = async (id: string, evidence: string) => (await cameBack(id, { evidence })).body.errors?.evidence;
  expect(await refused(one.id, TXID)).toEqual([
    'By this transaction a top-up was sent. Give the one by which it came back.',
  ]);
  const used = ['This transaction already shows that another top-up came back.'];
  expect((await cameBack(one.id, { evidence: came })).status).toBe(200);
  expect(await refused(other.id, `0x${came.toUpperCase()}`)).toEqual(used);
  expect((await judge(one.id)).body.data.state).toBe('reversed');
  expect(await refused(other.id, `${came}:1`)).toEqual(used);
  expect([await available(one.user), await available(other.user)]).toEqual([2000, 0]);
  // What somebody else didn't believe is free for the right one.
  const doubted = randomBytes(32).toString('hex');
  const third = await approved();
  await record(third.id, `0x${'ef'.repeat(32)}`);
  await cameBack(third.id, { evidence: doubted });
  await judge(third.id, second, 'rejected');
  expect((await cameBack(other.id, { evidence: doubted })).status).toBe(200);
  expect((await judge(other.id)).body.data.state).toBe('reversed');
});

test('a transaction that becomes a deposit after two people took it as what came back is named by the books', async () => {
  const { id } = await approved();
  await record(id, `0x${randomBytes(32).toString('hex')}`);
  const came = randomBytes(32).toString('hex');
  await cameBack(id, { evidence: `https://explorer.example/tx/0x${came}` });
  expect((await judge(id)).body.data.state).toBe('reversed');
  const { id: deposit } = await paidIn(await shop.createUser({ tier: 2 }));
  const named = `deposit ${deposit} came by a transaction that shows also that top-up ${id} came back to the operator`;
  const problems = async () => (await verifyDeposits(sql, FIRST_ID)).problems.filter((one) => one.includes(deposit));
  expect(await problems()).not.toContain(named);
  await sql`update deposits set txid = ${`0x${came}`} where id = ${deposit}`;
  expect(await problems()).toContain(named);
});

test('once the node says that it has arrived, words bring nothing back; a node that is away says nothing', async () => {
  const { id, user } = await approved();
  await record(id, `0x${randomBytes(32).toString('hex')}`);
  const chain = shop.ctx.chains.ETH!;
  const says = (depth: number) => {
    const paidBy = () => Promise.resolve({ amount: 1n, depth, time: 1 });
    shop.ctx.chains.ETH = { ...chain, adapter: { ...chain.adapter, paidBy } };
  };
  onTestFinished(() => {
    shop.ctx.chains.ETH = chain;
  });
  const arrived = ['The node says that it has arrived. Give the transaction by which it came back.'];
  says(usualDepth('ETH'));
  expect((await cameBack(id)).body.errors?.evidence).toEqual(arrived);
  says(usualDepth('ETH') - 1);
  expect((await cameBack(id)).status).toBe(200);
  says(usualDepth('ETH'));
  expect((await judge(id)).body.errors?.evidence).toEqual(arrived);
  expect(await available(user)).toBe(0);
  expect((await judge(id, second, 'rejected')).body.data.reversal).toBeNull();
  expect((await cameBack(id, { evidence: randomBytes(32).toString('hex') })).status).toBe(200);
  expect((await judge(id)).body.data.state).toBe('reversed');
});

test('nobody reverses what another amount was agreed about, and the database takes no row without two people', async () => {
  const { id } = await approved();
  await record(id);
  const byRole = () => shop.ctx.sql`update top_up_returns set state = 'reversed', ended_at = now() where id = ${id}`;
  await expect(byRole()).rejects.toThrow(/nobody else agreed that the return \S+ of a top-up came back/);
  await cameBack(id);
  await expect(byRole()).rejects.toThrow(/nobody else agreed/);
  await expect(
    shop.ctx.sql`
      insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, state, created_by, created_at, txid, paid_by,
        paid_at, ended_at)
      select user_id, deposit_id, coin, address, amount_cents, 'reversed', created_by, created_at, txid, paid_by, paid_at, now()
      from top_up_returns where id = ${id}`,
  ).rejects.toThrow(/not approved|nobody else agreed/);
  const amountBecomes = (change: number) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update top_up_returns set amount_cents = amount_cents + ${change} where id = ${id}`;
    });
  await amountBecomes(1);
  expect((await judge(id)).status).toBe(409);
  await amountBecomes(-1);
  expect((await judge(id)).body.data.state).toBe('reversed');
});

test('only what was read goes back: more than is unspent, nothing at all, or without a word about the addresses is refused', async () => {
  const user = await shop.createUser({ tier: 2 });
  expect([(await close(user, 0)).status]).toEqual([409]);
  await paidIn(user);
  for (const amount of [2001, 1999]) expect((await close(user, amount)).status).toBe(409);
  const body = { amount_cents: 2000, addresses_mine: false } as never;
  expect(Object.keys((await shop.as(user)(contract.closeAccount, { body })).body.errors ?? {})).toEqual([
    'addresses_mine',
  ]);
  expect(await available(user)).toBe(2000);
  expect((await read(user)).since).toBeNull();
});

test('given money stays: by staff, or as the price of a card that it paid', async () => {
  const user = await shop.createUser({ tier: 2, balance_cents: 900 });
  await paidIn(user);
  const order = (await buy(user)).body.data;
  expect((await read(user)).returnable_cents).toBe(2000);
  const params = { id: order.id, card_id: order.cards[0]!.id };
  expect((await shop.as(user)(returnCard, { params })).status).toBe(200);
  expect(await read(user)).toMatchObject({ balance_cents: 2900, returnable_cents: 2000 });
});

test.for([
  ['no_sender', { senders: [] }],
  ['unclear', { senders: [ethereumKey(), ethereumKey()] }],
  ['unclear', { coin: 'BTC', senders: ['6a0568656c6c6f'] }],
  ['dust', { cents: 5 }],
  ['no_rate', { coin: 'LTC', senders: [`0014${'ef'.repeat(20)}`] }],
] as const)('a top-up stays in the balance: %s', async ([obstacle, paid]) => {
  const user = await shop.createUser({ tier: 2 });
  await paidIn(user, paid as Paid);
  expect(await read(user)).toMatchObject({ returnable_cents: 0, unspent: [{ obstacle }] });
  expect((await close(user, 'cents' in paid ? paid.cents : 2000)).status).toBe(409);
  expect(await returning(user)).toBe(0);
});

test('each top-up goes back once, and not when the network undid it', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { id: deposit_id } = await paidIn(user);
  const order = (await buy(user)).body.data;
  expect((await close(user, 1100)).status).toBe(200);
  const params = { id: order.id, card_id: order.cards[0]!.id };
  expect((await shop.as(user)(returnCard, { params })).status).toBe(200);
  const rest = await read(user);
  expect(rest).toMatchObject({ balance_cents: 900, returnable_cents: 0 });
  expect(rest.unspent).toMatchObject([{ deposit_id, amount_cents: 900, obstacle: 'returned' }]);
  expect((await close(user, 900)).status).toBe(409);
  const { user: other, id } = await closed();
  await sql`update deposits set height = null, hash = null, gone_at = 1 where user_id = ${other.id}`;
  expect([(await propose(id)).status, (await see(id)).obstacles]).toEqual([409, ['gone']]);
});

test('coins of several outputs go back to the first of them, in the spelling of their network', async () => {
  const { address } = await closed({ coin: 'BTC', senders: [`0014${'ab'.repeat(20)}`, `0014${'cd'.repeat(20)}`] });
  expect(address).toMatch(/^bc1q/);
});

test('an address that paid for several accounts looks like an exchange’s', async () => {
  const senders = [ethereumKey()];
  const users = await Promise.all([1, 2, 3].map(() => shop.createUser({ tier: 2 })));
  for (const user of users) await paidIn(user, { senders });
  // In demo mode everybody pays from one wallet.
  shop.ctx.config.demo = false;
  onTestFinished(() => {
    shop.ctx.config.demo = true;
  });
  expect((await read(users[0]!)).unspent).toMatchObject([{ obstacle: 'shared' }]);
  const alone = await shop.createUser({ tier: 2 });
  await paidIn(alone);
  expect((await read(alone)).unspent).toMatchObject([{ obstacle: null }]);
  expect((await close(users[0]!, 2000)).status).toBe(409);
});

/** Puts an address on the operator's list. */
async function listAddress(key: string) {
  const [row] = await sql<[{ id: number }]>`
    insert into sanctions_lists (sha256, entries, skipped, loaded_at)
    values (${randomBytes(32)}, 1, 0, ${shop.clock.now()}) returning id`;
  await sql`insert into sanctioned_keys (key, list_id) values (${key}, ${row.id})`;
}

test('an address is screened when it is asked for, proposed, approved and paid', async () => {
  const [at_once, later, at_last] = [ethereumKey(), ethereumKey(), ethereumKey()];
  const user = await shop.createUser({ tier: 2 });
  await paidIn(user, { senders: [at_once] });
  await listAddress(at_once);
  expect((await read(user)).unspent).toMatchObject([{ obstacle: 'listed' }]);
  expect((await close(user, 2000)).status).toBe(409);
  const waiting = await closed({ senders: [later] });
  await propose(waiting.id);
  await listAddress(later);
  expect((await decide(waiting.id)).body.message).toBe('The address is on the sanctions list.');
  expect((await see(waiting.id)).state).toBe('asked');
  const { id } = await approved({ senders: [at_last] });
  await listAddress(at_last);
  expect((await list()).data.map((row) => row.id)).not.toContain(id);
  expect((await see(id)).obstacles).toEqual(['listed']);
});

test('nothing goes back while the account is checked, blocked, in an embargoed country or has pre-orders', async () => {
  const embargo = async ({ id }: TestUser) => {
    await sql`
      insert into embargoed_countries (country, list_id) select 'XX', id from sanctions_lists order by id desc limit 1
      on conflict do nothing`;
    await sql`update users set country = 'XX' where id = ${id}`;
  };
  const block = ({ id }: TestUser) => sql`
    insert into spending_blocks (user_id, deposit_id, blocked_at) select ${id}, id, now() from deposits
    where user_id = ${id}`;
  const owe = ({ id }: TestUser) =>
    transfer(sql, {
      debit: { kind: 'debt', owner_id: id },
      credit: { kind: 'crypto_eth', owner_id: null },
      amount_cents: 1,
      kind: 'top_up_reversal',
      unique_key: randomUUID(),
    });
  const hold = ({ id }: TestUser) => sql`
    update deposits set hold_reason = 'review', credited_units = amount_units - 1 where user_id = ${id}`;
  for (const [name, happen] of Object.entries({ embargoed: embargo, blocked: block, held: hold })) {
    const { user, id } = await closed();
    await happen(user);
    expect([name, (await propose(id)).status, (await see(id)).obstacles]).toEqual([name, 409, [name]]);
    const other = await shop.createUser({ tier: 2 });
    await paidIn(other);
    await happen(other);
    expect([name, (await close(other, 2000)).status]).toEqual([name, 409]);
  }
  const waiting = await shop.createUser({ tier: 2 });
  await paidIn(waiting, { cents: 3000 });
  const { id: programme_id } = (await buy(waiting)).body.data.cards[0]!.programme;
  const expires_on = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  const body = { programme_id, face_cents: 1000, quantity: 1, highest_price_cents: 500, expires_on };
  expect((await shop.as(waiting)(placePreorder, { body })).status).toBe(201);
  expect((await close(waiting, 1600)).body.message).toBe('Pre-orders are open. Cancel them first.');
  const debtor = await closed();
  await owe(debtor.user);
  expect((await see(debtor.id)).obstacles).toEqual(['blocked']);
});

test('staff open it for a disabled account alone, and whoever opened it does not approve it', async () => {
  const user = await shop.createUser({ tier: 2 });
  await paidIn(user);
  const open = (by = third) =>
    shop.as(by)(contract.openTopUpReturns, { body: { username: user.username, ...because } });
  expect((await open()).status).toBe(409);
  await sql`update users set disabled_at = ${shop.clock.now()} where id = ${user.id}`;
  expect((await open()).body.data).toEqual({ returns: 1, amount_cents: 2000 });
  const [row] = await sql<[{ id: string }]>`select id from top_up_returns where user_id = ${user.id}`;
  await propose(row.id);
  expect((await decide(row.id, third)).body.message).toBe('You opened this, so someone else has to approve it.');
  expect((await decide(row.id)).body.data.state).toBe('approved');
  const body = { username: 'nobody-here', ...because };
  expect((await shop.as(third)(contract.openTopUpReturns, { body })).status).toBe(422);
});

test('staff take nothing out this way, and only the duty of payouts decides', async () => {
  await paidIn(payer);
  expect((await read(payer)).obstacles).toEqual(['staff']);
  expect((await close(payer, 2000)).status).toBe(409);
  const { id } = await closed();
  const approver = await staff(['approver', 'support']);
  expect((await propose(id, approver)).status).toBe(403);
  await propose(id);
  const { proposal } = await see(id);
  const body = { proposal_id: proposal!.id, decision: 'approved', ...because } as const;
  expect((await shop.as(approver)(contract.decideTopUpReturn, { ...of(id), body })).status).toBe(403);
  expect((await shop.as(payer)(withdrawProposal, of(proposal!.id))).status).toBe(204);
  expect((await shop.as(second)(contract.decideTopUpReturn, { ...of(id), body })).status).toBe(409);
});

test('a row that says another address or amount than two people approved stops the list, and its proposal fits no other', async () => {
  const { id } = await closed();
  await propose(id);
  await sql`update top_up_returns set address = ${shop.ctx.chains.ETH!.addressOf(ethereumKey())!} where id = ${id}`;
  expect((await decide(id)).status).toBe(409);
  const good = await approved();
  const forge = async (change: string) => {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(`update top_up_returns set ${change} where id = '${good.id}'`);
    });
    return (await shop.as(payer)(contract.exportTopUpReturns)).status;
  };
  expect(await forge('amount_cents = amount_cents + 1')).not.toBe(200);
  expect(await forge('amount_cents = amount_cents - 1')).toBe(200);
  expect(await forge(`address = '0x${'12'.repeat(20)}'`)).not.toBe(200);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update top_up_returns set state = 'failed', ended_at = now() where id = ${good.id}`;
    await tx`delete from ledger_transfers where reference = ${good.id}`;
    await tx`delete from top_up_returns where id = ${good.id}`;
  });
});

test('the app’s role writes no address, amount or owner anew, and no state that nobody approved', async () => {
  const { id } = await closed();
  for (const change of ["address = ''", 'amount_cents = 1', 'user_id = user_id', 'deposit_id = deposit_id'])
    await expect(shop.ctx.sql.unsafe(`update top_up_returns set ${change} where id = '${id}'`)).rejects.toThrow(
      /denied/,
    );
  await expect(shop.ctx.sql`update top_up_returns set state = 'approved' where id = ${id}`).rejects.toThrow(
    /not approved/,
  );
  await expect(shop.ctx.sql`delete from top_up_returns where id = ${id}`).rejects.toThrow(/denied/);
});

test('an account is not erased while money is on its way back, and loses nothing afterwards', async () => {
  const { user, id } = await approved();
  const erase = () => shop.as(user)(eraseAccount, { body: { username: user.username, give_up: true } });
  expect((await erase()).body.message).toContain('A top-up of yours is going back.');
  await record(id);
  expect((await erase()).status).toBe(204);
});

test('two requests at once set the same money aside once', async () => {
  const user = await shop.createUser({ tier: 2 });
  await paidIn(user);
  const answers = await Promise.all([close(user, 2000), close(user, 2000), buy(user)]);
  const rows = await sql`select from top_up_returns where user_id = ${user.id}`;
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(rows.length).toBeLessThanOrEqual(1);
  expect((await available(user)) + (await returning(user))).toBe(rows.length === 1 ? 2000 : 1100);
});

test.for(['failed', 'reversed'] as const)(
  'what was on its way keeps its account closed when it is the balance again: %s',
  async (end) => {
    const { user, id } = await approved();
    await list();
    if (end === 'reversed') await record(id);
    expect((end === 'reversed' ? await reverse(id) : await fail(id)).body.data.state).toBe(end);
    expect((await read(user)).may_reopen).toBe(false);
    expect((await shop.as(user)(contract.reopenAccount)).status).toBe(409);
    expect((await buy(user)).status).toBe(403);
    expect((await close(user, 2000)).status).toBe(200);
  },
);

test('whoever opened it does not propose it either', async () => {
  const user = await shop.createUser({ tier: 2 });
  await paidIn(user);
  await sql`update users set disabled_at = ${shop.clock.now()} where id = ${user.id}`;
  const body = { username: user.username, ...because };
  expect((await shop.as(third)(contract.openTopUpReturns, { body })).status).toBe(200);
  const [row] = await sql<[{ id: string }]>`select id from top_up_returns where user_id = ${user.id}`;
  const own = await propose(row.id, third);
  expect([own.status, own.body.message]).toEqual([403, 'You opened this, so someone else has to approve it.']);
  expect((await propose(row.id)).status).toBe(200);
});

test('a proposal is refused with a signature, by whichever call', async () => {
  const { id } = await closed();
  await propose(id);
  const signer = await staff(['payouts']);
  const { data } = (await shop.as(signer)(factors.startPasskey)).body;
  const made = createAuthenticator().make(data.options);
  const body = { challenge_id: data.challenge_id, name: 'Key', response: made };
  expect((await shop.as(signer)(factors.addPasskey, { body })).status).toBe(201);
  expect((await decide(id, signer, 'rejected')).body).toMatchObject({ reason: 'signature_required' });
  const failed = await shop.as(signer)(contract.failTopUpReturn, { ...of(id), body: because });
  expect(failed.body).toMatchObject({ reason: 'signature_required' });
});

test('a top-up that was undone and came again sends back no more than it paid', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { id: deposit_id } = await paidIn(user, { cents: 900 });
  expect((await close(user, 900)).status).toBe(200);
  const owe = (amount_cents: number, reference: string) =>
    transfer(sql, {
      debit: { kind: 'debt', owner_id: user.id },
      credit: { kind: 'crypto_eth', owner_id: null },
      amount_cents,
      kind: 'top_up_reversal',
      reference,
      unique_key: randomUUID(),
    });
  // All of it is set aside when the network undoes it: it is owed (reverse-deposit.ts).
  await owe(900, deposit_id);
  await sql`
    update deposits set state = 'pending', height = null, hash = null, credited_cents = 0,
      credited_units = 0, credited_at = null
    where id = ${deposit_id}`;
  // Coins of another address pay the debt (book-credit.ts), the account is opened again, and the first ones arrive after all.
  await transfer(sql, {
    debit: { kind: 'crypto_eth', owner_id: null },
    credit: { kind: 'debt', owner_id: user.id },
    amount_cents: 900,
    kind: 'debt_repayment',
    unique_key: randomUUID(),
  });
  expect((await shop.as(user)(contract.reopenAccount)).status).toBe(200);
  await sql`
    update deposits set state = 'credited', height = 2, hash = 'h', credited_cents = 900, credited_units = 1000,
      credited_at = now(), generation = 2 where id = ${deposit_id}`;
  await transfer(sql, {
    debit: { kind: 'crypto_eth', owner_id: null },
    credit: { kind: 'available', owner_id: user.id, limited: true },
    amount_cents: 900,
    kind: 'top_up',
    reference: deposit_id,
    unique_key: randomUUID(),
  });
  expect(await available(user)).toBe(1800);
  const now = await read(user);
  expect([now.obstacles, now.returnable_cents]).toEqual([[], 900]);
});
