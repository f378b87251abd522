import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getOverview } from '#contracts/office/overview.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as contract from '#contracts/oversight/audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { verifyChain } from '#platform/audit/verify-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { anchorAuditLog } from '../alerts/anchor-audit-log.ts';
import { coarsenAddresses } from './coarsen-addresses.ts';
import { verifyNightly } from './verification/verify-nightly.ts';
import { watchChecks } from './verification/watch-checks.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-audit-'));
afterAll(() => rmSync(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const { ctx, sql } = shop;
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const reader = shop.as(auditor);

type Filters = Parameters<typeof listed>[0];
const listed = async (query: {
  who?: string;
  action?: string;
  about?: string;
  from?: string;
  to?: string;
  per_page?: string;
  cursor?: string;
}) => (await reader(contract.listAuditEntries, { query })).body;
const details = async (query: Filters) => (await listed(query)).data.map(({ action, subject }) => [action, subject]);

async function write(action: string, subject: string, actor: TestUser | null = null, at?: Date) {
  await appendAudit(sql, { actor_id: actor?.id ?? null, action, subject, ...(at && { at }) });
}

test('the log is searched by who, what, about whom and when, and each filter narrows the others', async () => {
  const [one, other] = [await shop.createUser(), await shop.createUser()];
  const [order] = await sql<{ id: string; number: number }[]>`
    insert into orders (user_id, total_cents, card_count) values (${one.id}, 100, 1) returning id, number`;
  await write('test.bought', order!.id, one);
  await write('test.looked', one.id, other, new Date('2020-02-03T23:59:59Z'));
  await write('test.looked', other.id, one, new Date('2020-02-05T00:00:00Z'));
  expect(await details({ who: one.username })).toEqual([
    ['test.looked', other.id],
    ['test.bought', order!.id],
  ]);
  expect(await details({ who: one.id, action: 'test.bought' })).toEqual([['test.bought', order!.id]]);
  expect(await details({ about: one.username })).toEqual([['test.looked', one.id]]);
  expect(await details({ about: `#${order!.number}` })).toEqual([['test.bought', order!.id]]);
  expect(await details({ from: '2020-02-01', to: '2020-02-03' })).toEqual([['test.looked', one.id]]);
  expect(await details({ from: '2020-02-04', to: '2020-02-05', who: other.username })).toEqual([]);
  expect(await details({ who: 'nobody-of-that-name' })).toEqual([]);
  expect(await details({ about: '#999999999' })).toEqual([]);
  const { data, meta } = await listed({ action: 'test.bought' });
  expect(data[0]).toMatchObject({
    actor: { id: one.id, username: one.username },
    record: { kind: 'order', name: `#${order!.number}`, link: `/admin/orders/${order!.id}` },
  });
  expect(meta.actions).toEqual([...meta.actions].sort());
  expect(meta.actions).toEqual(expect.arrayContaining(['test.bought', 'test.looked']));
});

test('pages lead on and back through the same entries', async () => {
  for (let n = 1; n <= 5; n++) await write('test.paged', `n${n}`);
  const first = await listed({ action: 'test.paged', per_page: '2' });
  const cursorOf = (link: string | null) => new URLSearchParams(link?.split('?')[1]).get('cursor') ?? '';
  const second = await listed({ action: 'test.paged', per_page: '2', cursor: cursorOf(first.links.next) });
  expect([first, second].map(({ data }) => data.map(({ subject }) => subject))).toEqual([
    ['n5', 'n4'],
    ['n3', 'n2'],
  ]);
  const back = await listed({ action: 'test.paged', per_page: '2', cursor: cursorOf(second.links.prev) });
  expect(back.data).toEqual(first.data);
  expect(back.links.prev).toBeNull();
  expect((await reader(contract.listAuditEntries, { query: { cursor: 'x' } })).status).toBe(422);
});

test('one entry has all its facts, what its ids name, and its link once it is chained', async () => {
  const [actor, person] = [await shop.createUser(), await shop.createUser()];
  await appendAudit(sql, {
    actor_id: actor.id,
    action: 'test.detailed',
    subject: person.id,
    address: '192.0.2.7',
    details: { by: actor.id, before: 3, named: [person.id, 'x'] },
  });
  const { id } = (await listed({ action: 'test.detailed' })).data[0]!;
  const params = { id: String(id) };
  const before = (await reader(contract.getAuditEntry, { params })).body.data;
  expect(before).toMatchObject({ address: '192.0.2.7', details: { before: 3, named: [person.id, 'x'] }, link: null });
  expect(before.record).toMatchObject({ kind: 'user', name: person.username, link: `/admin/users/${person.id}` });
  expect(before.records).toMatchObject([{ kind: 'user', name: actor.username }]);
  await anchorAuditLog(shop.ctx, 'now');
  const { link } = (await reader(contract.getAuditEntry, { params })).body.data;
  expect(link).toEqual({ position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await reader(contract.getAuditEntry, { params: { id: '999999999' } })).status).toBe(404);
});

test('an export holds the selected entries, runs no formula, and is an entry itself', async () => {
  const person = await shop.createUser();
  await write('test.exported', '=1+1', person);
  await write('test.exported', 'plain', person);
  const query = { who: person.username, action: 'test.exported' };
  const { status, body } = await reader(contract.exportAuditEntries, { query });
  expect(status).toBe(200);
  const rows = String(body).trimEnd().split('\r\n');
  expect(rows[0]).toBe('id,at,actor,actor_id,action,subject,address,details,position,link');
  expect(rows.slice(1).map((row) => row.split(',')[5])).toEqual(['plain', "'=1+1"]);
  const [entry] = await sql<{ actor_id: string; details: unknown }[]>`
    select actor_id, details from audit_entries where action = 'audit.exported'`;
  expect(entry).toEqual({ actor_id: auditor.id, details: { actor_id: person.id, action: 'test.exported' } });
  for (const about of ['anna@example.com', person.username])
    expect((await reader(contract.exportAuditEntries, { query: { about } })).status).toBe(200);
  const abouts = await sql<{ details: unknown }[]>`
    select details from audit_entries where action = 'audit.exported' order by id offset 1`;
  expect(abouts.map((row) => row.details)).toEqual([{ subjects: ['other'] }, { subjects: [person.id] }]);
  shop.clock.advance(11 * MINUTE_MS);
  expect((await reader(contract.exportAuditEntries, { query })).body).toMatchObject({ reason: 'step_up_required' });
  await shop.refresh(auditor);
});

test('only auditors and approvers read the log', async () => {
  for (const duties of [['support'], ['payouts'], ['importer'], ['publisher']]) {
    const other = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await other(contract.listAuditEntries)).status).toBe(403);
    expect((await other(contract.getAuditEntry, { params: { id: '1' } })).status).toBe(403);
    expect((await other(contract.exportAuditEntries)).status).toBe(403);
  }
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  expect((await support(contract.startVerification, { body: { kind: 'audit' } })).status).toBe(403);
  expect((await shop.as(await shop.createUser())(contract.listAuditEntries)).status).toBe(403);
  expect((await shop.as(null)(contract.listAuditEntries)).status).toBe(401);
  const approver = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
  expect((await approver(contract.listAuditEntries)).status).toBe(200);
});

type Kind = (typeof contract.VERIFICATION_KINDS)[number];
const start = (kind: Kind) => reader(contract.startVerification, { body: { kind } });
const latest = async (kind: Kind) => (await reader(contract.listVerifications, { query: { kind } })).body.data[0];
/** Each job does one piece and queues the next. */
const runToTheEnd = async (kind: Kind) => {
  do await shop.runQueuedJobs();
  while ((await latest(kind))?.state === 'running');
};
const openAlerts = async (kind: string) => {
  const admin = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  return (await admin(listAlerts, { query: { open: '1' } })).body.data.filter((alert) => alert.kind === kind);
};

test('the chain is checked in the background, one run at a time, and the progress is kept', async () => {
  await sql`
    insert into audit_entries (action, subject) select 'test.many', n::text from generate_series(1, 5200) n`;
  const begun = await start('audit');
  expect(begun).toMatchObject({ status: 202, body: { data: { state: 'running', nightly: false, done: 0 } } });
  expect((await start('audit')).body.data.id).toBe(begun.body.data.id);
  const [started] = await sql`select count(*) as n from audit_entries where action = 'audit.check_started'`;
  expect(started).toEqual({ n: 1 });
  await runToTheEnd('audit');
  const { pieces } = (await sql`select pieces from verifications where id = ${begun.body.data.id}`)[0]!;
  expect(pieces).toBeGreaterThanOrEqual(3);
  const run = await latest('audit');
  expect(run).toMatchObject({ state: 'sound', problems: 0, named: [] });
  expect(run!.done).toBe(run!.total);
  expect(run!.total).toBeGreaterThan(5200);
});

test('a changed entry breaks the check and raises an alert, and a sound check ends it', async () => {
  const [entry] = await sql<{ id: number }[]>`select min(id) as id from audit_entries where action = 'test.many'`;
  const change = (subject: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update audit_entries set subject = ${subject} where id = ${entry!.id}`;
    });
  await change('changed');
  await start('audit');
  await runToTheEnd('audit');
  expect(await latest('audit')).toMatchObject({
    state: 'broken',
    problems: 1,
    named: [expect.stringMatching(`^entry ${entry!.id} differs`)],
  });
  expect(await openAlerts('audit.broken')).toMatchObject([{ severity: 'critical', link: '/admin/audit' }]);
  await change('1');
  await start('audit');
  await runToTheEnd('audit');
  expect(await openAlerts('audit.broken')).toEqual([]);
});

test('each night checks the chain, the ledger and the coins once, and a wrong balance raises an alert', async () => {
  const buyer = await shop.createUser({ balance_cents: 500 });
  const wrong = (cents: number) => sql`
    update ledger_balances set balance_cents = ${cents}
    where account_id = (select id from ledger_accounts where owner_id = ${buyer.id} and kind = 'available')`;
  await wrong(900);
  await verifyNightly(shop.ctx);
  await verifyNightly(shop.ctx);
  await runToTheEnd('ledger');
  expect(await sql`select kind from verifications where nightly order by kind`).toEqual([
    { kind: 'audit' },
    { kind: 'coins' },
    { kind: 'ledger' },
  ]);
  const run = await latest('ledger');
  expect(run).toMatchObject({ state: 'broken', nightly: true });
  expect(run!.named).toContain(`available of ${buyer.id} stands at 900 but derives to 500`);
  expect(await openAlerts('ledger.broken')).toMatchObject([{ link: '/admin/ledger/reconciliation' }]);
  await wrong(500);
});

test('a check that stood still for an hour is given up for the next one', async () => {
  const first = (await start('audit')).body.data;
  await sql`delete from graphile_worker._private_jobs`;
  shop.clock.advance(3_600_001);
  const second = (await start('audit')).body.data;
  expect(second.id).not.toBe(first.id);
  await runToTheEnd('audit');
  const { data } = (await reader(contract.listVerifications, { query: { kind: 'audit' } })).body;
  expect(data.slice(0, 2).map(({ id, state }) => [id, state])).toEqual([
    [second.id, 'sound'],
    [first.id, 'given_up'],
  ]);
});

test('a nightly check that stands still, or did not begin, raises an alert that the next finished check ends', async () => {
  const trouble = async () => (await reader(getOverview)).body.data.work!.checks_in_trouble;
  for (const kind of contract.VERIFICATION_KINDS) {
    await start(kind);
    await runToTheEnd(kind);
  }
  await watchChecks(shop.ctx);
  expect(await openAlerts('audit.stalled')).toEqual([]);
  const usual = await trouble();
  await start('audit');
  await sql`delete from graphile_worker._private_jobs`;
  shop.clock.advance(3_600_001);
  await watchChecks(shop.ctx);
  await watchChecks(shop.ctx);
  expect(await openAlerts('audit.stalled')).toMatchObject([{ times: 1, link: '/admin/audit' }]);
  expect([await openAlerts('ledger.stalled'), await trouble()]).toEqual([[], usual + 1]);
  shop.clock.advance(37 * HOUR_MS);
  const late = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  await watchChecks(shop.ctx);
  const seen = (await shop.as(late)(getOverview)).body.data.work!;
  expect([(await openAlerts('ledger.stalled')).length, seen.checks_in_trouble]).toEqual([1, 3]);
  await verifyNightly(shop.ctx);
  for (const kind of contract.VERIFICATION_KINDS) await runToTheEnd(kind);
  await watchChecks(shop.ctx);
  expect(await openAlerts('audit.stalled')).toEqual([]);
  expect(await openAlerts('ledger.stalled')).toEqual([]);
});

test('addresses are made coarse after 90 days by the role that serves, which changes nothing else of the log', async () => {
  const at = new Date(Date.now() - 91 * DAY_MS);
  const entry = { actor_id: null, action: 'test.happened', subject: 'coarse', address: '203.0.113.77', at };
  await appendAudit(ctx.sql, entry);
  await appendAudit(ctx.sql, { ...entry, subject: 'recent', at: new Date() });
  await verifyChain(ctx.sql, ctx.vault);
  await coarsenAddresses(ctx);
  const kept =
    await sql`select subject, address from audit_entries where subject in ('coarse', 'recent') order by subject`;
  expect(kept).toEqual([
    { subject: 'coarse', address: '203.0.113.0/24' },
    { subject: 'recent', address: '203.0.113.77' },
  ]);
  expect((await verifyChain(ctx.sql, ctx.vault)).problems).toEqual([]);
  await expect(ctx.sql`update audit_entries set address = '' where subject = 'coarse'`).rejects.toMatchObject({
    code: '42501',
  });
});
