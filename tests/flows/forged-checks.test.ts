import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checksOf } from '#app/checks.ts';
import { getOverview } from '#contracts/office/overview.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { listVerifications, startVerification } from '#contracts/oversight/audit.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { userEvidence } from '#features/customers/users/user-evidence.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { checkEvidence, startOfEvidence } from '#features/oversight/audit/verification/check-evidence.ts';
import { verificationTask } from '#features/oversight/audit/verification/verification-task.ts';
import { verifyNightly } from '#features/oversight/audit/verification/verify-nightly.ts';
import { watchChecks } from '#features/oversight/audit/verification/watch-checks.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop } from '#tests/support/shop.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-checks-'));
afterAll(() => rmSync(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const { ctx, clock } = shop;
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = ctx;
const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
let flawed: string;

const list = async () => (await reader(listVerifications, { query: { kind: 'audit' } })).body.data;
const latest = async () => (await list())[0]!;
const isRunning = async () => (await list()).some(({ state }) => state === 'running');
const runToTheEnd = async () => {
  do await shop.runQueuedJobs();
  while (await isRunning());
};
const openAlerts = async (kind: string) =>
  (await reader(listAlerts, { query: { open: '1' } })).body.data.filter((alert) => alert.kind === kind);
const begin = async () => (await reader(startVerification, { body: { kind: 'audit' } })).body.data;
/** Does the first pieces of a check, and none that they queue. */
async function doPieces(id: string, count: number): Promise<void> {
  const piece = verificationTask(ctx, checksOf(true));
  for (let done = 0; done < count; done++) await piece({ id }, { last: false });
  await dropJobs();
}
const dropJobs = () => stolen`delete from graphile_worker._private_jobs`;
/** A check that nobody made, and that ended without a problem. */
async function forge(started_at: Date): Promise<string> {
  const [row] = await stolen<{ id: string }[]>`
    insert into verifications (kind, nightly, started_at, stepped_at)
    values ('audit', true, ${started_at}, ${started_at}) returning id`;
  await stolen`update verifications set ended_at = ${started_at}, done = 9, total = 9 where id = ${row!.id}`;
  return row!.id;
}
/** Has a check go on from a place near its end. */
async function moveOn(id: string): Promise<void> {
  const place = { source: 999, after: '00000000-0000-0000-0000-000000000000' };
  await stolen`update verifications set place = ${stolen.json(place)} where id = ${id}`;
  await stolen`select graphile_worker.add_job('verification', ${stolen.json({ id })}::json)`;
  await shop.runQueuedJobs();
}

beforeAll(async () => {
  await anchorAuditLog(ctx, 'now');
  const person = await shop.createUser();
  const [row] = await stolen<{ id: string }[]>`
    insert into passkeys (user_id, credential_id, public_key, name) values (${person.id}, 'thief', '\\x00', 'key') returning id`;
  flawed = row!.id;
});
beforeEach(async () => {
  clock.advance(DAY_MS);
  await dropJobs();
  await stolen`update verifications set ended_at = ${clock.now()}, given_up = true where ended_at is null`;
  await verifyNightly(ctx);
  await runToTheEnd();
  expect(await latest()).toMatchObject({ state: 'broken', nightly: true });
  clock.advance(DAY_MS);
});

test('a check that was written past the shop is none: neither of tonight, nor of any night to come', async () => {
  const ids = [await forge(clock.now()), await forge(new Date(clock.now().getTime() + 3650 * DAY_MS))];
  expect((await list()).filter(({ id }) => ids.includes(id)).map(({ state }) => state)).toEqual(['forged', 'forged']);
  await verifyNightly(ctx);
  await runToTheEnd();
  expect(await latest()).toMatchObject({ state: 'broken', named: [expect.stringContaining(flawed)] });
  expect(ids).not.toContain((await latest()).id);
});

test('checks that stay away raise an alert, whatever their rows say, and it is raised again after it was closed', async () => {
  await watchChecks(ctx);
  expect(await openAlerts('audit.stalled')).toEqual([]);
  await forge(new Date(clock.now().getTime() + 3650 * DAY_MS));
  clock.advance(5 * HOUR_MS);
  await forge(clock.now());
  await watchChecks(ctx);
  const first = await openAlerts('audit.stalled');
  expect(first).toMatchObject([{ times: 1 }]);
  expect(shop.logged.join()).toContain('a nightly check stays away');
  await stolen`update alerts set resolved_at = now()`;
  await watchChecks(ctx);
  const second = await openAlerts('audit.stalled');
  expect(second).toHaveLength(1);
  expect(second[0]!.id).not.toBe(first[0]!.id);
  expect((await reader(getOverview)).body.data.work!.checks_in_trouble).toBeGreaterThan(0);
  await verifyNightly(ctx);
  await runToTheEnd();
  await watchChecks(ctx);
  expect(await openAlerts('audit.stalled')).toEqual([]);
});

test('a check that is said to be almost done begins anew', async () => {
  const { id } = await begin();
  await dropJobs();
  await moveOn(id);
  await runToTheEnd();
  expect((await list()).find((run) => run.id === id)).toMatchObject({
    state: 'broken',
    named: [expect.stringContaining(flawed)],
  });
});

test('a place that was moved while a check runs ends it, and is reported', async () => {
  const { id } = await begin();
  await doPieces(id, 1);
  await moveOn(id);
  expect((await list()).find((run) => run.id === id)!.state).toBe('running');
  await expectForgedRowAlert(shop, `verifications:${id}`);
  clock.advance(3_600_001);
  await verifyNightly(ctx);
  await runToTheEnd();
  expect(await latest()).toMatchObject({ state: 'broken' });
});

test('what a check found is not taken back, and it is done again', async () => {
  await verifyNightly(ctx);
  await runToTheEnd();
  const { id } = await latest();
  await verifyNightly(ctx);
  expect((await latest()).id).toBe(id);
  await stolen`update verifications set problems = 0, named = '{}' where id = ${id}`;
  expect((await latest()).state).toBe('forged');
  await verifyNightly(ctx);
  await runToTheEnd();
  expect((await latest()).id).not.toBe(id);
  expect(await latest()).toMatchObject({ state: 'broken', named: [expect.stringContaining(flawed)] });
});

test('a check that began days ago and is ended now says nothing about last night', async () => {
  const { id } = await begin();
  await doPieces(id, 2);
  const [kept] = await stolen`select * from verifications where id = ${id}`;
  clock.advance(2 * DAY_MS);
  await verifyNightly(ctx);
  await dropJobs();
  await stolen`update verifications set ended_at = now(), given_up = true where kind = 'audit' and ended_at is null and id <> ${id}`;
  await stolen`update verifications set ended_at = null, given_up = false, stepped_at = ${kept!.stepped_at} where id = ${id}`;
  await stolen`select graphile_worker.add_job('verification', ${stolen.json({ id })}::json)`;
  await shop.runQueuedJobs();
  expect((await list()).find((run) => run.id === id)!.state).toBe('broken');
  await watchChecks(ctx);
  expect(await openAlerts('audit.stalled')).toHaveLength(1);
  await verifyNightly(ctx);
  await runToTheEnd();
  expect((await latest()).id).not.toBe(id);
});

test('nobody who serves deletes a check, or says when one began', async () => {
  const denied = { code: '42501' };
  await expect(stolen`delete from verifications`).rejects.toMatchObject(denied);
  await expect(stolen`update verifications set started_at = now()`).rejects.toMatchObject(denied);
  await expect(stolen`insert into verifications (id) values (gen_random_uuid())`).rejects.toMatchObject(denied);
});

test('an entry of the audit log that gives a tier in words is named, and ends no check', async () => {
  const person = await shop.createUser();
  await stolen`
    insert into audit_entries (action, subject, details) values ('user.tier_changed', ${person.id}, '{"to": "all"}')`;
  const { problems } = await checkEvidence(ctx, userEvidence, startOfEvidence);
  expect(problems).toContainEqual(
    expect.stringMatching(`^account ${person.id} of .* has another tier than the audit log says$`),
  );
});
