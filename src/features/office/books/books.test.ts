import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/office/books.ts';
import { startVerification } from '#contracts/oversight/audit.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifySellers } from '../../supply/sellers/books/verify-sellers.ts';
import { closeLedgerDays } from '../periods/sums/close-ledger-days.ts';
import { closeAccounts } from './sums/close-accounts.ts';
import { FIRST_CLOSING, verifyClosings } from './verification/verify-closings.ts';

const shop = await createTestShop();
const { sql } = shop;
const sellers = await createSellers(shop);
const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
const today = new Date().toISOString().slice(0, 10);
const year = today.slice(0, 4);

async function bought(balance_cents = 9000, count = 1) {
  const buyer = await shop.createUser({ balance_cents, tier: 2 });
  const cards = await addCards(shop, { count });
  const body = { ids: cards.map(({ id }) => id) };
  const { data } = (await shop.as(buyer)(placeOrder, { body, idempotencyKey: randomUUID() })).body;
  return { buyer, cards, order: data };
}
const giveBack = (buyer: { token: string }, order: string, card: string) =>
  shop.as(buyer)(returnCard, { params: { id: order, card_id: card }, idempotencyKey: randomUUID() });
const kinds = async () =>
  Object.fromEntries((await reader(contract.listAccountKinds)).body.data.map((one) => [one.kind, one]));
/** Moves everything in the ledger back, as if it had happened days ago. */
const age = (days: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ledger_transfers set created_at = created_at - ${`${days} days`}::interval`;
  });
const accountOf = async (owner: string, kind = 'available') => {
  const { data } = (await reader(contract.listLedgerAccounts, { query: { owner, kind } })).body;
  return data[0]!;
};
const balances = async () =>
  await sql<{ kind: string; cents: number }[]>`
    select a.kind, sum(case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end)::bigint as cents
    from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id) group by a.kind`;

test('kinds of accounts have the sums of their transfers, before and after their days are summed up', async () => {
  await bought();
  const check = async () => {
    const found = await kinds();
    for (const { kind, cents } of await balances()) expect([kind, found[kind]?.balance_cents]).toEqual([kind, cents]);
    expect(Object.values(found).reduce((sum, one) => sum + one.balance_cents, 0)).toBe(0);
    expect(found.available).toMatchObject({ side: 'user' });
    expect(found.sales).toMatchObject({ side: 'house', debited_cents: 0 });
  };
  await check();
  await age(3);
  await bought();
  await closeLedgerDays(shop.ctx);
  await closeLedgerDays(shop.ctx);
  const [closed] = await sql<{ days: number }[]>`select count(distinct day) as days from ledger_days`;
  expect(closed!.days, 'today is not over').toBe(1);
  await bought();
  await check();
});

test('the flow of a period counts what moved on its days and no other', async () => {
  const flow = async (from: string, to: string) =>
    (await reader(contract.getLedgerFlow, { query: { from, to } })).body.data.find(({ kind }) => kind === 'order');
  const before = await flow(today, today);
  await bought();
  expect(await flow(today, today)).toEqual({
    debit_kind: 'available',
    credit_kind: 'sales',
    kind: 'order',
    transfers: before!.transfers + 1,
    cents: before!.cents + 900,
  });
  expect(await flow('2001-01-01', '2001-12-31')).toBeUndefined();
  const old = new Date(Date.parse(today) - 3 * DAY_MS).toISOString().slice(0, 10);
  expect(await flow(old, old), 'from a day that is summed up').toMatchObject({ transfers: 1, cents: 900 });
});

test('an account shows the balance after each line, on every page', async () => {
  const { buyer, cards, order } = await bought(9000, 2);
  await giveBack(buyer, order.id, cards[0]!.id);
  await shop.fund(buyer.id, 50);
  const account = await accountOf(buyer.username);
  expect(account).toMatchObject({ kind: 'available', owner: { name: buyer.username }, balance_cents: 8150 });
  const params = { id: String(account.id) };
  const whole = (await reader(contract.getLedgerAccount, { params })).body.data.lines;
  expect(whole.map(({ kind, cents, balance_cents }) => [kind, cents, balance_cents])).toEqual([
    ['top_up', 50, 8150],
    ['return', 900, 8100],
    ['order', -1800, 7200],
    ['top_up', 9000, 9000],
  ]);
  expect(whole[2]!.record).toMatchObject({ kind: 'order', name: `#${order.number}` });
  expect(whole[1]!.record).toMatchObject({ kind: 'line', name: `#${order.number}` });
  const page = async (link: string | null) => {
    const cursor = link ? { cursor: new URLSearchParams(link.split('?')[1]).get('cursor') ?? '' } : {};
    return (await reader(contract.getLedgerAccount, { params, query: { per_page: '2', ...cursor } })).body;
  };
  const first = await page(null);
  const second = await page(first.links.next);
  expect([...first.data.lines, ...second.data.lines]).toEqual(whole);
  expect((await page(second.links.prev)).data.lines).toEqual(first.data.lines);
});

test('a transfer names its accounts and its cause, and everything of an order is found by its number', async () => {
  const { buyer, cards, order } = await bought();
  await giveBack(buyer, order.id, cards[0]!.id);
  const query = { reference: `#${order.number}` };
  const { data } = (await reader(contract.listTransfers, { query })).body;
  expect(data.map(({ kind, debit, credit }) => [kind, debit.kind, credit.kind])).toEqual([
    ['return', 'sales', 'available'],
    ['order', 'available', 'sales'],
  ]);
  const { id, reference } = data[0]!;
  const one = (await reader(contract.getTransfer, { params: { id: String(id) } })).body.data;
  expect(one).toMatchObject({
    amount_cents: 900,
    unique_key: `return:${reference}`,
    credit: { owner: { id: buyer.id } },
    debit: { kind: 'sales', owner: null },
    related: [{ kind: 'order', reference: order.id }],
  });
  const byId = (await reader(contract.listTransfers, { query: { reference: reference! } })).body.data;
  expect(byId.map(({ kind }) => kind)).toEqual(['return', 'order']);
  expect((await reader(contract.listTransfers, { query: { reference: 'nothing' } })).body.data).toEqual([]);
  const days = (await reader(contract.listTransfers, { query: { from: today, to: today } })).body.data;
  expect(days[0]).toMatchObject({ id });
  const returns = (await reader(contract.listTransfers, { query: { kind: 'return', from: today, to: today } })).body;
  expect(new Set(returns.data.map(({ kind }) => kind))).toEqual(new Set(['return']));
  expect((await reader(contract.listTransfers, { query: { to: '2001-01-01' } })).body.data).toEqual([]);
});

test('what is owed and what the addresses hold differ by nothing unexplained', async () => {
  const buyer = await shop.createUser({ tier: 2 });
  const { body: before } = await reader(contract.getReconciliation);
  await sql`insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 200000000000, '{test}', ${shop.clock.now()})`;
  await shop.fund(buyer.id, 1000);
  const { data } = (await reader(contract.getReconciliation)).body;
  expect(data.owed_cents - before.data.owed_cents).toBe(1000);
  expect(data.difference_cents).toBe(data.worth_cents - data.owed_cents);
  expect(data.explained.reduce((sum, { cents }) => sum + cents, 0)).toBe(data.difference_cents);
  // Other tests gave away balances that no deposit brought: that is what stays unexplained, and nothing else.
  const unexplained = (of: typeof data) => of.explained.find(({ reason }) => reason === 'unexplained')?.cents ?? 0;
  const [given] = await sql<{ cents: number }[]>`
    select sum(amount_cents)::bigint as cents from ledger_transfers where kind = 'top_up' and reference is null`;
  expect(unexplained(data)).toBe(-given!.cents);
  expect(unexplained(before.data)).toBe(1000 - given!.cents);
  expect(data.coins.find(({ coin }) => coin === 'ETH')).toMatchObject({ usd: '2000', stale: false });
  const sales = (await kinds()).sales!.balance_cents;
  expect(data.explained).toContainEqual({ reason: 'account', account: 'sales', cents: sales });
});

test('coins that came in count as held before any of that coin was credited', async () => {
  const buyer = await shop.createUser();
  const [account] = await sql<{ id: number }[]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('LTC', sha256('books'), 'abcd1234') returning id`;
  const [rate] = await sql<{ id: number }[]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('LTC', 10000000000, '{test}', ${shop.clock.now()}) returning id`;
  const [address] = await sql<{ id: string }[]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    values ('LTC', ${account!.id}, 0, 'k1', 'ltc1qbooks', ${buyer.id}) returning id`;
  const [payment] = await sql<{ id: string }[]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
    values (${buyer.id}, 'LTC', ${address!.id}, 100, 1000000, ${rate!.id}, now()) returning id`;
  await sql`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, height, hash)
    values ('LTC', ${'ab'.repeat(32)}, 0, 'k1', ${buyer.id}, ${payment!.id}, 1000000, now(), 2, 10, 'h')`;
  const { data } = (await reader(contract.getReconciliation)).body;
  expect(data.coins.find(({ coin }) => coin === 'LTC')).toMatchObject({
    received_units: '1000000',
    on_addresses_units: '1000000',
    waiting_units: '1000000',
    held_units: '0',
    credited_units: '0',
    unexplained_units: '0',
    worth_cents: 100,
  });
  expect(data.explained).toContainEqual({ reason: 'waiting', account: null, cents: 100 });
});

test('the check of the ledger names a day that is summed up wrongly', async () => {
  await sql`update ledger_days set cents = cents + 1 where kind = 'order'`;
  const started = await reader(startVerification, { body: { kind: 'ledger' } });
  for (let running = true; running; ) {
    await shop.runQueuedJobs();
    const [run] = await sql`select from verifications where id = ${started.body.data.id} and ended_at is null`;
    running = run !== undefined;
  }
  const [run] = await sql<{ named: string[] }[]>`select named from verifications where id = ${started.body.data.id}`;
  expect(run!.named).toContainEqual(expect.stringMatching(/^order of .* is summed up to 901 but derives to 900$/));
  await sql`update ledger_days set cents = cents - 1 where kind = 'order'`;
});

test('the tax report and its export agree with the ledger, refunds in their own period and sellers apart', async () => {
  const seller = await sellers.verified();
  const [card] = await sellers.onSale(seller.id);
  const buyer = await sellers.newBuyer();
  await sellers.buy(buyer, [card!.id]);
  const { buyer: other, cards, order } = await bought(9000, 2);
  await giveBack(other, order.id, cards[0]!.id);
  const { data, meta } = (await reader(contract.getTaxReport, { query: { year } })).body;
  const sum = (part: 'sold_cents' | 'refunded_cents' | 'seller_cents') => data.reduce((all, row) => all + row[part], 0);
  expect({ sold_cents: sum('sold_cents'), refunded_cents: sum('refunded_cents') }).toEqual(meta.ledger);
  const [shares] = await sql<{ cents: number }[]>`select sum(share_cents)::bigint as cents from seller_lines`;
  expect(sum('seller_cents')).toBe(shares!.cents);
  const { body } = await reader(contract.exportTax, { query: { year } });
  const [head, ...rows] = String(body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string) => rows.map((row) => row[head!.indexOf(name)] ?? '');
  const total = column('price_usd').reduce((all, cell) => all + Math.round(Number(cell) * 100), 0);
  expect(total).toBe(meta.ledger.sold_cents - meta.ledger.refunded_cents);
  const sales = (await kinds()).sales!;
  const commission = (await kinds()).commission?.balance_cents ?? 0;
  expect(total - sum('seller_cents') - commission, 'what is left stands on the account of sales').toBe(
    sales.balance_cents,
  );
  const refund = rows.find((row) => row[0] === 'refund' && row[2] === String(order.number))!;
  expect(refund[head!.indexOf('price_usd')]).toBe('-9.00');
  expect(column('seller').filter(Boolean)).toEqual(['Quayside Cards Ltd']);
  const [audit] = await sql`select details from audit_entries where action = 'books.tax_exported'`;
  expect(audit).toEqual({ details: { year, country: null, voucher_kind: null } });
});

test('the tax report and its export are narrowed by country and kind of voucher, and single from multi-purpose', async () => {
  const buyer = await shop.createUser({ balance_cents: 9000, tier: 2 });
  const [card] = await addCards(shop, { country: 'FR' });
  await sql`
    update programmes set voucher_kind = 'multi_purpose'
    where id = (select programme_id from cards where id = ${card!.id})`;
  await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
  const rows = async (query: { country?: string; voucher_kind?: 'single_purpose' | 'multi_purpose' }) =>
    (await reader(contract.getTaxReport, { query: { year, ...query } })).body.data;
  expect(await rows({ country: 'FR' })).toMatchObject([{ voucher_kind: 'multi_purpose', sales: 1, sold_cents: 900 }]);
  expect(await rows({ country: 'FR', voucher_kind: 'single_purpose' })).toEqual([]);
  expect((await rows({ voucher_kind: 'multi_purpose' })).map(({ country }) => country)).toEqual(['FR']);
  const { body } = await reader(contract.exportTax, { query: { year, country: 'FR' } });
  expect(String(body).trimEnd().split('\r\n')).toHaveLength(2);
  expect((await reader(contract.getTaxReport, { query: { year: '1999' } })).status).toBe(422);
});

test("a seller's balances stay right while their transfers are summed up, and a wrong sum is named by the check", async () => {
  const seller = await sellers.verified();
  const sell = async () => {
    const [card] = await sellers.onSale(seller.id);
    await sellers.buy(await sellers.newBuyer(), [card!.id]);
  };
  const pending = () => accountOf(seller.id, 'seller_pending');
  const closings = () => sql`
    select through_id from ledger_closings where account_id = (
      select id from ledger_accounts where seller_id = ${seller.id} and kind = 'seller_pending')`;
  await sell();
  const share = (await pending()).balance_cents;
  await closeAccounts(shop.ctx, 1);
  expect(await closings(), 'an earlier transfer may still commit').toEqual([]);
  await age(1);
  await closeAccounts(shop.ctx, 1);
  await sell();
  await closeAccounts(shop.ctx, 1);
  expect(await closings()).toHaveLength(1);
  expect((await pending()).balance_cents).toBe(2 * share);
  await age(1);
  await closeAccounts(shop.ctx, 1);
  expect(await closings()).toHaveLength(2);
  expect((await pending()).balance_cents).toBe(2 * share);
  expect(await verifyClosings(sql, FIRST_CLOSING)).toEqual({ last: null, problems: [] });
  expect(await verifySellers(sql)).toEqual([]);
  await sql`update ledger_closings set balance_cents = balance_cents + 1 where account_id = ${(await pending()).id}`;
  expect((await verifyClosings(sql, FIRST_CLOSING)).problems).toMatchObject([
    expect.stringMatching(/is summed up to .* but derives to/),
  ]);
  await sql`update ledger_closings set balance_cents = balance_cents - 1 where account_id = ${(await pending()).id}`;
});

test('an account of many transfers is summed up in steps, and each of them is checked in a piece of its own', async () => {
  const seller = await sellers.verified();
  const cards = await sellers.onSale(seller.id, 3);
  for (const { id } of cards) await sellers.buy(await sellers.newBuyer(), [id]);
  await age(1);
  const pending = await accountOf(seller.id, 'seller_pending');
  const steps = async () => {
    await closeAccounts(shop.ctx, 1, 0);
    const rows = await sql<{ cents: number }[]>`
      select balance_cents as cents from ledger_closings where account_id = ${pending.id} order by through_id`;
    return rows.map(({ cents }) => cents);
  };
  const share = pending.balance_cents / 3;
  expect(await steps()).toEqual([share]);
  expect(await steps()).toEqual([share, 2 * share]);
  expect((await accountOf(seller.id, 'seller_pending')).balance_cents).toBe(3 * share);
  expect(await steps()).toEqual([share, 2 * share, 3 * share]);
  expect(await steps(), 'nothing is left').toEqual([share, 2 * share, 3 * share]);
  const inPieces = async () => {
    const named: string[] = [];
    for (let after: string | null = FIRST_CLOSING; after !== null; ) {
      const piece = await verifyClosings(sql, after, 1);
      named.push(...piece.problems);
      after = piece.last;
    }
    return named;
  };
  expect(await inPieces()).toEqual([]);
  await sql`
    update ledger_closings set balance_cents = balance_cents + 1
    where balance_cents = ${2 * share} and account_id = ${pending.id}`;
  expect(await inPieces(), 'the wrong one, and the one that goes on from it').toEqual([
    expect.stringContaining(`account ${pending.id} is summed up to ${2 * share + 1} `),
    expect.stringContaining(`account ${pending.id} is summed up to ${3 * share} `),
  ]);
  await sql`
    update ledger_closings set balance_cents = ${2 * share}
    where balance_cents = ${2 * share + 1} and account_id = ${pending.id}`;
});

test('only auditors, approvers and those who pay sellers read the books', async () => {
  const params = { id: '1' };
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const other = shop.as(await shop.createUser({ role: 'admin', duties }));
    const refusals = await Promise.all([
      other(contract.listAccountKinds),
      other(contract.getLedgerFlow),
      other(contract.listLedgerAccounts),
      other(contract.getLedgerAccount, { params }),
      other(contract.listTransfers),
      other(contract.getTransfer, { params }),
      other(contract.getReconciliation),
      other(contract.getTaxReport, { query: { year } }),
      other(contract.exportTax, { query: { year } }),
    ]);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([403]));
  }
  expect((await shop.as(await shop.createUser())(contract.listAccountKinds)).status).toBe(403);
  const missing = { params: { id: '999999999' } };
  expect((await reader(contract.getLedgerAccount, missing)).status).toBe(404);
  expect((await reader(contract.getTransfer, missing)).status).toBe(404);
});

test('a kind of account lists its accounts page by page', async () => {
  await sql`insert into account_kinds values ('test_house', 'house', false)`;
  await sql`insert into transfer_kinds values ('test', 'crypto_btc', 'test_house')`;
  await transfer(sql, {
    debit: { kind: 'crypto_btc', owner_id: null },
    credit: { kind: 'test_house', owner_id: null },
    amount_cents: 5,
    kind: 'test',
    unique_key: randomUUID(),
  });
  const house = (await reader(contract.listLedgerAccounts, { query: { kind: 'test_house' } })).body.data;
  expect(house).toMatchObject([{ owner: null, balance_cents: 5 }]);
  const first = (await reader(contract.listLedgerAccounts, { query: { kind: 'available', per_page: '1' } })).body;
  const cursor = new URLSearchParams(first.links.next?.split('?')[1]).get('cursor') ?? '';
  const second = (await reader(contract.listLedgerAccounts, { query: { kind: 'available', per_page: '1', cursor } }))
    .body;
  expect(second.data[0]!.id).toBeGreaterThan(first.data[0]!.id);
  expect((await reader(contract.listLedgerAccounts, { query: { owner: 'nobody-of-that-name' } })).body.data).toEqual(
    [],
  );
});
