import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requestTier } from '#contracts/customers/tiers.ts';
import { decideAccess, listUsers, proposeAccess } from '#contracts/customers/users.ts';
import { listDeskTickets } from '#contracts/desk/desk.ts';
import { createTicket } from '#contracts/desk/support.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { listAllPayments, listTransfers } from '#contracts/office/books.ts';
import { getJobs } from '#contracts/office/operations.ts';
import { countWaiting, getOverview } from '#contracts/office/overview.ts';
import { listPlacedOrders, placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { stockReport } from '#contracts/supply/stock.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';
import { addStockChanges } from '../../supply/stock/add-stock-changes.ts';
import { createDailySums } from './figures/create-daily-sums.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-overview-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const sum = createDailySums(shop.ctx);
const overview = async (days: '1' | '7' | '30' = '1', who: { token: string } = auditor) =>
  (await shop.as(who)(getOverview, { query: { days } })).body.data;

test('before a worker has summed anything, the overview says so', async () => {
  expect(await overview()).toMatchObject({ as_of: null, sales: { orders: 0 } });
});

test('a new shop sees what is done on the way to its first card on sale, and none of that afterwards', async () => {
  const none = { mail: false, branding: false, legal_texts: false, staff: false };
  const stock = { programme: false, issuer_key: false, batch: false };
  const fresh = await createTestShop();
  const first = await fresh.createUser({ role: 'admin', duties: ['auditor'] });
  const steps = async () => (await fresh.as(first)(getOverview, { query: {} })).body.data.first_steps;
  expect(await steps()).toEqual({ ...none, ...stock });
  const staff = await createStaff(fresh);
  expect(await steps()).toEqual({ ...none, ...stock, staff: true });
  const { id } = await staff.activeProgramme();
  expect(await steps()).toMatchObject({ programme: true, issuer_key: true, batch: false });
  const batch_id = await staff.openBatch(id);
  await staff.importText(batch_id, `code,pin,face_value\n${codeNumber(1)},730415,25.00\n`);
  expect(await steps()).toMatchObject({ batch: true });
  await addCards(fresh, { count: 1, price_cents: 900 });
  expect(await steps()).toBeNull();
});

test('whose account is disabled is none of the staff that a new shop needs', async () => {
  const fresh = await createTestShop();
  const staff = (duty: string) => fresh.createUser({ role: 'admin', duties: [duty] });
  const [importer, one, two] = [await staff('importer'), await staff('approver'), await staff('approver')];
  const hasStaff = async () => (await fresh.as(one)(getOverview, { query: {} })).body.data.first_steps?.staff;
  expect(await hasStaff()).toBe(true);
  const params = { id: importer.id };
  const reason = 'Left the company';
  await fresh.as(one)(proposeAccess, { params, body: { to: 'disabled', reason } });
  const [open] = await fresh.sql<{ id: string }[]>`select id from proposals where subject = ${importer.id}`;
  const body = { proposal_id: open!.id, decision: 'approved' as const, reason };
  expect((await fresh.as(two)(decideAccess, { params, body })).status).toBe(204);
  expect(await hasStaff()).toBe(false);
});

test('sales, refunds, margin, top-ups and new buyers of the day are summed, and a returned card has no margin', async () => {
  const buyer = await shop.createUser({ balance_cents: 50_00 });
  await shop.createUser({ active: false });
  const cards = await addCards(shop, { count: 3, price_cents: 900 });
  const ids = cards.map(({ id }) => id);
  const order = await shop.as(buyer)(placeOrder, { body: { ids } });
  expect(order.status).toBe(201);
  await shop.sql`update order_lines set cost_cents = 500 where card_id = any(${ids.slice(0, 2)})`;
  const { id } = order.body.data;
  expect((await shop.as(buyer)(returnCard, { params: { id, card_id: ids[0]! } })).status).toBe(200);
  await sum();
  const today = await overview();
  expect(today.sales).toEqual({
    orders: 1,
    cards: 3,
    sales_cents: 27_00,
    refunded_cents: 9_00,
    margin_cents: 4_00,
    uncosted_cards: 1,
  });
  expect(today.top_ups).toEqual({ top_ups: 1, top_up_cents: 50_00 });
  expect(today.people).toEqual({ registered: 2, confirmed: 1, activated: 1, bought: 1, new_buyers: 1 });
  expect(today.days).toEqual([{ day: today.to, sales_cents: 27_00, orders: 1, top_up_cents: 50_00, registered: 2 }]);
  expect(today.as_of).toBe(shop.clock.now().toISOString());
});

test('an erased buyer stays in the figures of their day as far as they had come', async () => {
  const before = (await overview()).people;
  const buyer = await shop.createUser();
  await sum();
  const people = (await overview()).people;
  expect([people.registered, people.confirmed]).toEqual([before.registered + 1, before.confirmed + 1]);
  const body = { username: buyer.username, give_up: true };
  expect((await shop.as(buyer)(eraseAccount, { body })).status).toBe(204);
  await sum();
  expect((await overview()).people).toEqual(people);
});

test('a period ends today, and older days stay out of it', async () => {
  const eightDaysAgo = new Date(shop.clock.now().getTime() - 8 * DAY_MS);
  await shop.sql`update orders set created_at = ${eightDaysAgo}`;
  await createDailySums(shop.ctx)();
  expect((await overview('7')).sales?.orders).toBe(0);
  const month = await overview('30');
  expect([month.sales?.orders, month.days.length]).toEqual([1, 30]);
});

test('a period stands beside as many days before it, once these are summed, in what who asks may read', async () => {
  const { before, from } = await overview('7');
  expect(before?.days.map(({ day }) => day)).toHaveLength(7);
  expect([before?.from, before?.to]).toEqual(
    [-7, -1].map((days) => new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)),
  );
  // The order of eight days ago.
  expect(before?.sales?.orders).toBe(1);
  expect((await overview('30')).before?.days).toHaveLength(30);
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  expect((await overview('7', support)).before).toMatchObject({ sales: null, top_ups: { top_ups: 0 } });
  await shop.sql`delete from daily_figures where day = ${before!.from}`;
  expect((await overview('7')).before).toBeNull();
  await createDailySums(shop.ctx)();
});

test('tickets, jobs and loops that need somebody are counted, and the age of the backup is known once it touches its file', async () => {
  const buyer = await shop.createUser();
  const body = { category: 'other', subject: 'Where is my card?', body: 'I look for it.' };
  expect((await shop.as(buyer)(createTicket, { body })).status).toBe(201);
  await addJob(shop.sql, 'claim', {});
  await shop.sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' where task_id =
    (select id from graphile_worker._private_tasks where identifier = 'claim')`;
  const before = await overview();
  expect(before.tickets).toEqual({ waiting: 1, unassigned: 1, more: false });
  expect(before.work).toMatchObject({ jobs_failed: 1, workers: 0 });
  expect(before.machine).toMatchObject({ backup_at: null, disk_free_bytes: expect.any(Number) });
  await writeFile(join(data_dir, 'last-backup'), '');
  expect((await overview()).machine?.backup_at).toEqual(expect.any(String));
});

test('the newest of the backups counts: one that failed is none', async () => {
  const taken = (ended_at: string, name: string | null) =>
    shop.sql`
      insert into backups (started_at, ended_at, place, by, name, error)
      values (${ended_at}, ${ended_at}, '/mnt/backups', 'night', ${name}, ${name ? '' : 'full'})`;
  await taken('2099-01-01T02:00:00Z', 'first');
  await taken('2099-01-02T02:00:00Z', null);
  expect((await overview()).machine?.backup_at).toBe('2099-01-01T02:00:00.000Z');
});

test('stock is counted from kept totals and what was noted since, and agrees with the batches', async () => {
  const seller = await shop.createUser({ balance_cents: 50_00 });
  const stock = async () => (await overview()).stock;
  const derived = async () =>
    (
      await shop.sql`
        select count(*) filter (where state = 'available') as available,
          count(distinct batch_id) filter (where state = 'available') as batches,
          coalesce(sum(price_cents) filter (where state in ('quarantined', 'unconfirmed', 'available', 'paused')),
            0)::bigint as price_cents
        from cards`
    )[0];
  const cards = await addCards(shop, { count: 2, price_cents: 900 });
  expect(await stock()).toEqual(await derived());
  await addStockChanges(shop.sql);
  expect(await stock()).toEqual(await derived());
  await shop.as(seller)(placeOrder, { body: { ids: cards.map(({ id }) => id) } });
  expect(await stock(), 'a batch that was just sold out').toEqual(await derived());
  await addStockChanges(shop.sql);
  await addStockChanges(shop.sql);
  expect(await stock()).toEqual(await derived());
});

test('the lists behind the figures show what the figures count', async () => {
  const both = shop.as(await shop.createUser({ role: 'admin', duties: ['support', 'approver'] }));
  await sum();
  const shown = await overview();
  const days = { from: shown.from, to: shown.to, per_page: '100' };
  const orders = (await both(listPlacedOrders, { query: days })).body.data;
  expect(orders).toHaveLength(shown.sales!.orders);
  expect(orders.reduce((all, one) => all + one.total_cents, 0)).toBe(shown.sales!.sales_cents);
  expect(orders.reduce((all, one) => all + one.card_count, 0)).toBe(shown.sales!.cards);
  const first = (await both(listPlacedOrders, { query: { ...days, first: '1' } })).body.data;
  expect(first).toHaveLength(shown.people.new_buyers);
  const credits = (await both(listAllPayments, { query: { ...days, state: 'credited' } })).body.data;
  expect(credits).toHaveLength(shown.top_ups!.top_ups);
  expect(credits.reduce((all, one) => all + one.credited_cents, 0)).toBe(shown.top_ups!.top_up_cents);
  const refunds = (await both(listTransfers, { query: { ...days, kind: 'refunds' } })).body.data;
  expect(refunds.reduce((all, one) => all + one.amount_cents, 0)).toBe(shown.sales!.refunded_cents);
  const people = (await both(listUsers, { query: { from: days.from, to: days.to, role: 'buyer' } })).body.meta;
  expect(people.total).toBe(shown.people.registered);
  const now = await overview();
  expect((await both(listDeskTickets, { query: {} })).body.meta.total).toBe(now.tickets!.waiting);
  expect((await both(listDeskTickets, { query: { view: 'unassigned' } })).body.meta.total).toBe(
    now.tickets!.unassigned,
  );
  const { queues, loops } = (await both(getJobs)).body.data;
  expect(queues.reduce((all, one) => all + one.failed, 0)).toBe(now.work!.jobs_failed);
  expect(loops.filter(({ state }) => state !== 'gone')).toHaveLength(now.work!.loops);
  expect((await both(stockReport)).body.data.counts.available).toBe(now.stock.available);
  for (const figure of [
    shown.sales!.orders,
    shown.people.new_buyers,
    shown.top_ups!.top_ups,
    shown.sales!.refunded_cents,
  ])
    expect(figure, 'nothing agrees by being empty').toBeGreaterThan(0);
});

test.each([
  ['publisher', { sales: false, top_ups: false, tickets: false, work: false }],
  ['importer', { sales: true, top_ups: false, tickets: false, work: false }],
  ['payouts', { sales: true, top_ups: false, tickets: false, work: false }],
  ['support', { sales: false, top_ups: true, tickets: true, work: true }],
  ['approver', { sales: true, top_ups: true, tickets: false, work: true }],
])('the duty %s sees what its pages show, and no more', async (duty, shown) => {
  const seen = await overview('7', await shop.createUser({ role: 'admin', duties: [duty] }));
  const { sales, top_ups, tickets, work } = seen;
  expect({ sales: !!sales, top_ups: !!top_ups, tickets: !!tickets, work: !!work }).toEqual(shown);
  expect(seen.days.some(({ sales_cents }) => sales_cents !== null)).toBe(shown.sales);
  expect(seen.stock.price_cents !== null).toBe(shown.sales);
});

test('buyers get no overview', async () => {
  expect((await shop.as(await shop.createUser())(getOverview)).status).toBe(403);
});

test('what waits is counted for the navigation, and parts of other duties stay out of it', async () => {
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  const waiting = async (who: { token: string }) => (await shop.as(who)(countWaiting)).body.data;
  const before = await waiting(auditor);
  const buyer = await shop.createUser();
  const body = { category: 'other', subject: 'Which card?', body: 'I ask.' };
  expect((await shop.as(buyer)(createTicket, { body })).status).toBe(201);
  expect((await shop.as(buyer)(requestTier, { body: { tier: 2 } })).status).toBe(201);
  expect(await waiting(auditor)).toEqual({
    ...before,
    tickets: before.tickets! + 1,
    tier_requests: before.tier_requests! + 1,
  });
  expect(await waiting(publisher)).toMatchObject({ tickets: null, tier_requests: null, alerts: before.alerts });
  expect((await shop.as(buyer)(countWaiting)).status).toBe(403);
});
