import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { broughtBy, featuresOf } from '#app/features.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import * as contract from '#contracts/oversight/alert-receivers.ts';
import { listAlerts, resolveAlert } from '#contracts/oversight/alerts.ts';
import { isSigned } from '#platform/http/outgoing/signatures.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop } from '#tests/support/shop.ts';
import type { AlertKind } from '../../feature.ts';
import { diskFullAlert } from '../alerts/alert-kinds.ts';
import { endAlert } from '../alerts/end-alert.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { checkEvidence, type EvidencePlace, startOfEvidence } from '../audit/verification/check-evidence.ts';
import { storedTextsAlert } from '../import-guard/stored-texts/stored-texts-alert.ts';
import { receiverEvidence } from './receiver/receiver-evidence.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let answer = { status: 200, text: 'ok', location: '' };
const server = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
  response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.text);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

const secret = 'a secret of this test alone';
const outgoing_test_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const shop = await createTestShop({ outgoing_test_url });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
const support = await shop.createUser({ role: 'admin', duties: ['support'] });

const given = {
  name: 'On call',
  form: 'json',
  severity: 'critical',
  url: 'https://receiver.example/hook?a=b',
  secret,
} as const;
type Given = Partial<{ [Key in keyof typeof given]: string | null }>;
const add = (changes: Given = {}, who = approver) =>
  shop.as(who)(contract.addAlertReceiver, { body: { ...given, ...changes } as never });
const list = async () => (await shop.as(approver)(contract.listAlertReceivers)).body.data;
const about = { kind: diskFullAlert, subject: 'database' } as const;
const raise = () =>
  raiseAlert(shop.sql, shop.clock.now(), { ...about, details: { at: shop.clock.now().toISOString() } });
const end = () => endAlert(shop.sql, shop.clock.now(), about);
const alertKind = (name: string) => broughtBy(featuresOf(false)).alertKinds.find((kind) => kind.name === name)!;
const openAlerts = async () =>
  (await shop.as(support)(listAlerts, { query: { open: '1' } })).body.data.map(({ kind }) => kind);
const bodies = () => received.splice(0).map(({ body }) => JSON.parse(body));

beforeEach(async () => {
  answer = { status: 200, text: 'ok', location: '' };
  for (const { id } of await list()) await shop.as(approver)(contract.removeAlertReceiver, { params: { id } });
  await end();
  await shop.runQueuedJobs();
  received.length = 0;
});

test('a webhook is told of an alert and of its end, signed as issuers are asked', async () => {
  expect((await add()).status).toBe(201);
  await raise();
  await shop.runQueuedJobs();
  const [first] = received;
  const { headers, body, path } = first!;
  expect(path).toBe('/hook?a=b');
  const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map(
    (name) => `${headers[`facevalue-${name}`]}`,
  );
  expect(isSigned(secret, { kind: 'alert', timestamp: timestamp!, nonce: nonce!, body }, signature!)).toBe(true);
  expect(JSON.parse(body)).toMatchObject({
    event: 'raised',
    kind: 'database.disk_full',
    severity: 'critical',
    subject: 'database',
    sentence: expect.stringContaining('disk was full'),
    runbook: `${shop.config.public_url}/api/runbook#database.disk_full`,
    resolved_at: null,
  });
  received.length = 0;
  await end();
  await shop.runQueuedJobs();
  expect(bodies()).toMatchObject([{ event: 'ended', id: JSON.parse(body).id, resolved_at: expect.any(String) }]);
  expect(await list()).toMatchObject([{ delivered_at: expect.any(String), failure: null }]);
});

test('Slack, PagerDuty and Alertmanager are told in their own forms', async () => {
  await add({ form: 'slack', secret: null });
  await add({ form: 'pagerduty', secret: 'r'.repeat(32) });
  await add({ form: 'alertmanager' });
  await raise();
  await shop.runQueuedJobs();
  expect(received.find(({ body }) => body.startsWith('['))!.headers.authorization).toBe(`Bearer ${secret}`);
  const raised = bodies();
  const [{ dedup_key }] = raised.filter((body) => body.dedup_key);
  expect(raised).toEqual(
    expect.arrayContaining([
      { text: expect.stringMatching(/^\*critical\* .*\n`database\.disk_full` <http.*\|Alerts> <http.*\|Runbook>$/) },
      expect.objectContaining({
        routing_key: 'r'.repeat(32),
        event_action: 'trigger',
        payload: expect.objectContaining({ severity: 'critical', class: 'database.disk_full' }),
      }),
      [
        expect.objectContaining({
          labels: expect.objectContaining({ alertname: 'database.disk_full', severity: 'critical' }),
        }),
      ],
    ]),
  );
  await end();
  await shop.runQueuedJobs();
  const ended = bodies();
  expect(ended).toContainEqual({ routing_key: 'r'.repeat(32), event_action: 'resolve', dedup_key });
  const [alert] = ended.find((body) => Array.isArray(body))!;
  expect(Date.parse(alert.endsAt)).toBe(shop.clock.now().getTime());
});

test('one that somebody closes has ended, too', async () => {
  await add({ form: 'pagerduty', secret: 'r'.repeat(32) });
  await raise();
  const { body } = await shop.as(support)(listAlerts, { query: { open: '1' } });
  const { id } = body.data.find(({ kind }) => kind === 'database.disk_full')!;
  await shop.runQueuedJobs();
  received.length = 0;
  await shop.as(support)(resolveAlert, { params: { id } });
  await shop.runQueuedJobs();
  expect(bodies()).toMatchObject([{ event_action: 'resolve', dedup_key: id }]);
});

test('a receiver is told from its severity on', async () => {
  const kind: AlertKind<{ texts: number; first_id: string; version: number }> = storedTextsAlert;
  const details = { texts: 1, first_id: 'x', version: 1 };
  await add();
  await raiseAlert(shop.sql, shop.clock.now(), { kind, subject: 'one', details });
  await shop.runQueuedJobs();
  expect(received).toEqual([]);
  await add({ severity: 'warning' });
  await raiseAlert(shop.sql, shop.clock.now(), { kind, subject: 'two', details });
  await shop.runQueuedJobs();
  expect(bodies()).toMatchObject([{ severity: 'warning', subject: 'two' }]);
});

test('no receiver learns the name of a seller or the address of a payer', async () => {
  await add({ severity: 'info' });
  const [name, source] = ['Quayside Cards Ltd', `0x${'a'.repeat(40)}`];
  const now = shop.clock.now();
  await raiseAlert(shop.sql, now, { kind: alertKind('seller.listed'), subject: 'seller', details: { name } });
  const details = { coin: 'ETH', source, count: 3, deposit_id: 'x' };
  await raiseAlert(shop.sql, now, { kind: alertKind('velocity.shared_source'), subject: source, details });
  await shop.runQueuedJobs();
  const told = bodies().toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  expect(told.map(({ kind, sentence }) => [kind, sentence])).toEqual(
    ['seller.listed', 'velocity.shared_source'].map((kind) => [
      kind,
      'An alert about a seller or a payer. Its page in the back office says more.',
    ]),
  );
  expect(told.map(({ subject, id }) => subject === id)).toEqual([true, true]);
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`${name}|${source}`));
});

test('what a receiver does not take is tried again, and the back office sees that until it does', async () => {
  await add();
  answer = { status: 500, text: 'no', location: '' };
  await raise();
  await shop.runQueuedJobs();
  expect(received).toHaveLength(1);
  expect(await list()).toMatchObject([{ failure: '500', failed_at: expect.any(String) }]);
  expect(await openAlerts()).toContain('alerts.undelivered');
  const [job] = await shop.sql`
    select attempts, last_error from graphile_worker.jobs where task_identifier = 'deliver_alert' and attempts > 0`;
  expect(job).toMatchObject({ attempts: 1, last_error: expect.stringContaining('took nothing: 500') });
  answer = { status: 202, text: '', location: '' };
  await shop.sql`update graphile_worker._private_jobs set run_at = now()`;
  await shop.runQueuedJobs();
  expect(await openAlerts()).not.toContain('alerts.undelivered');
  expect(await list()).toMatchObject([{ failure: null }]);
});

test('the test says what the receiver answered', async () => {
  const { body } = await add();
  const { id } = body.data;
  const tried = async () => (await shop.as(approver)(contract.testAlertReceiver, { params: { id } })).body.data;
  answer = { status: 200, text: 'thanks', location: '' };
  expect(await tried()).toEqual({ delivered: true, status: 200, failure: null, text: 'thanks' });
  expect(bodies()).toMatchObject([
    { event: 'raised', sentence: 'Test: On call is told of alerts from now on.' },
    { event: 'ended' },
  ]);
  answer = { status: 403, text: 'no', location: '' };
  expect(await tried()).toEqual({ delivered: false, status: 403, failure: null, text: '' });
  answer = { status: 302, text: '', location: 'http://127.0.0.1:1/' };
  expect(await tried()).toMatchObject({ delivered: false, status: 302 });
});

test.each(['https://127.0.0.1/x', 'https://10.0.0.7/x', 'https://[::1]/x', 'https://localhost/x'])(
  'nothing is sent to an address within the own network: %s',
  async (url) => {
    const { body } = await add({ url });
    const { id } = body.data;
    const { body: tried } = await shop.as(approver)(contract.testAlertReceiver, { params: { id } });
    expect(tried.data).toEqual({ delivered: false, status: null, failure: 'address', text: '' });
    expect(received).toEqual([]);
  },
);

test.each<[string, Given]>([
  ['url', { url: 'http://receiver.example/' }],
  ['url', { url: 'https://receiver.example:8443/' }],
  ['url', { url: 'https://a:b@receiver.example/' }],
  ['url', { url: 'nothing' }],
  ['secret', { secret: null }],
  ['secret', { form: 'pagerduty', secret: null }],
  ['secret', { secret: 'short' }],
  ['name', { name: ' ' }],
])('what no server could take is refused at its field: %s of %j', async (field, changes) => {
  const { status, body } = await add(changes);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

test('approvers alone change receivers, auditors read them, and nobody is shown what is sealed', async () => {
  const { body } = await add();
  const { id } = body.data;
  expect(JSON.stringify(body)).not.toMatch(/hook|secret of/);
  expect((await shop.as(auditor)(contract.listAlertReceivers)).body.data).toMatchObject([
    { id, host: 'receiver.example' },
  ]);
  expect((await shop.as(support)(contract.listAlertReceivers)).status).toBe(403);
  expect((await add({}, auditor)).status).toBe(403);
  expect((await shop.as(null)(contract.listAlertReceivers)).status).toBe(401);
  for (const call of [contract.testAlertReceiver, contract.removeAlertReceiver])
    expect((await shop.as(auditor)(call, { params: { id } })).status).toBe(403);
  await shop.as(approver)(contract.removeAlertReceiver, { params: { id } });
  for (const call of [contract.testAlertReceiver, contract.removeAlertReceiver])
    expect((await shop.as(approver)(call, { params: { id } })).status).toBe(404);
  const [row] = await shop.sql`select encode(sealed, 'escape') as sealed from alert_receivers where id = ${id}`;
  expect(row!.sealed).not.toMatch(/hook|secret of/);
  const actions = await shop.sql`select action from audit_entries where subject = ${id} order by id`;
  expect(actions.map(({ action }) => action)).toEqual(['alert_receiver.added', 'alert_receiver.removed']);
  const details = await shop.sql`select details from audit_entries where subject = ${id}`;
  expect(JSON.stringify(details)).not.toMatch(/hook|secret of/);
});

test('other approvers and the auditors are told who added a receiver and who removed it, and that none is left', async () => {
  const other = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const told = async (user: typeof other) =>
    (await shop.as(user)(listNotifications)).body.data.flatMap(({ title, content }) =>
      title === 'Receivers of alerts changed' ? content : [],
    );
  const [{ body: first }, { body: second }] = [await add({ name: 'Pager' }), await add({ name: 'Chat' })];
  for (const { data } of [first, second])
    await shop.as(approver)(contract.removeAlertReceiver, { params: { id: data.id } });
  const who = approver.username;
  const sentences = [
    `${who} has receiver.example (Chat) told of no more alerts. No server is told of any now.`,
    `${who} has receiver.example (Pager) told of no more alerts.`,
    `${who} has receiver.example (Chat) told of alerts from now on.`,
    `${who} has receiver.example (Pager) told of alerts from now on.`,
  ];
  expect(await told(other)).toEqual(sentences);
  expect((await told(auditor)).slice(0, 4)).toEqual(sentences);
  expect([await told(approver), await told(support)]).toEqual([[], []]);
});

test('more than twenty are refused', async () => {
  for (let n = 0; n < 20; n++) expect((await add()).status).toBe(201);
  expect((await add()).status).toBe(409);
});

/** What the nightly check says of receivers. */
async function problems(): Promise<string[]> {
  const found: string[] = [];
  for (let place: EvidencePlace | null = startOfEvidence; place !== null; ) {
    const { next, problems: some } = await checkEvidence(shop.ctx, receiverEvidence, place);
    found.push(...some);
    place = next;
  }
  return found;
}
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;

test('one that was silenced past the shop is told as before, is named, and is removed by an approver', async () => {
  const { id } = (await add()).body.data;
  expect(await problems()).toEqual([]);
  await stolen`update alert_receivers set removed_at = now() where id = ${id}`;
  await raise();
  await shop.runQueuedJobs();
  expect(bodies().map(({ kind }) => kind)).toContain('database.disk_full');
  await expectForgedRowAlert(shop, `alert_receivers:${id}`);
  expect(await problems()).toEqual([expect.stringMatching(`^alert receiver ${id} of \\S+ was written past the shop$`)]);
  expect(await list()).toMatchObject([{ id }]);
  expect((await shop.as(approver)(contract.removeAlertReceiver, { params: { id } })).status).toBe(204);
  expect([await problems(), await list()]).toEqual([[], []]);
  received.length = 0;
  await end();
  await shop.runQueuedJobs();
  expect(received).toEqual([]);
});

test('one that was removed is not told again by a row that says so', async () => {
  const { id } = (await add()).body.data;
  const [was] = await shop.sql<{ mac: Uint8Array }[]>`select mac from alert_receivers where id = ${id}`;
  await shop.as(approver)(contract.removeAlertReceiver, { params: { id } });
  await stolen`update alert_receivers set removed_at = null, mac = ${was!.mac} where id = ${id}`;
  await raise();
  await shop.runQueuedJobs();
  expect(received).toEqual([]);
  expect(await problems()).toEqual([expect.stringContaining(`${id} of`)]);
  await shop.as(approver)(contract.removeAlertReceiver, { params: { id } });
  expect(await list()).toEqual([]);
});

test("a stranger's server is told nothing and named, and an approver removes it", async () => {
  await add();
  const id = randomUUIDv7();
  await stolen`
    insert into alert_receivers (id, name, form, severity, host, data_key, sealed, created_at, created_by)
    select ${id}, 'Mine', form, severity, 'stranger.example', data_key, sealed, created_at, created_by
    from alert_receivers order by id desc limit 1`;
  await raise();
  await shop.runQueuedJobs();
  expect(bodies().filter(({ kind }) => kind === 'database.disk_full')).toHaveLength(1);
  await expectForgedRowAlert(shop, `alert_receivers:${id}`);
  expect(await problems()).toContainEqual(
    expect.stringMatching(`^alert receiver ${id} of \\S+ was written past the shop$`),
  );
  expect(await list()).toHaveLength(2);
  expect((await shop.as(approver)(contract.removeAlertReceiver, { params: { id } })).status).toBe(204);
  expect(await list()).toHaveLength(1);
});

test('one whose row is gone is named, and the role that serves takes none away', async () => {
  const { id } = (await add()).body.data;
  await expect(stolen`delete from alert_receivers where id = ${id}`).rejects.toThrow('permission denied');
  await expect(shop.sql`delete from alert_receivers where id = ${id}`).rejects.toThrow();
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from alert_receivers where id = ${id}`;
  });
  expect(await problems()).toContainEqual(
    expect.stringMatching(`^alert receiver ${id} of \\S+ is gone from its table$`),
  );
});

test('an entry of the audit log about no receiver at all is named, and ends no check', async () => {
  await stolen`insert into audit_entries (action, subject) values ('alert_receiver.added', 'nobody')`;
  expect(await problems()).toContainEqual(
    expect.stringMatching('^alert receiver nobody of \\S+ is gone from its table$'),
  );
});
