import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { getUser } from '#contracts/customers/users.ts';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import { rpcClient } from '#platform/chain/rpc/json-rpc.ts';
import { samplerOf } from '#platform/tracing/sampler-of.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts';
import { createTestShop } from '#tests/support/shop.ts';

const receiver = await startOtlpReceiver();
const tracing = {
  endpoint: receiver.url,
  headers: { 'x-key': 'a key of the receiver' },
  service_name: 'cards',
  attributes: { 'deployment.environment.name': 'test' },
  sampler: 'parentbased_always_on' as const,
  ratio: 1,
};
const proxy = '10.9.8.7';
const shop = await createTestShop({ tracing, trusted_proxies: [proxy] });
const { ctx } = shop;
const { flush, stop } = startTracing(tracing, { version: '1', log: ctx.log });
afterAll(stop);
beforeEach(() => flush().then(receiver.forget));

/** Everything that was traced since the test began. */
const traced = async () => {
  await flush();
  return receiver.spans();
};
const getFrom = (peer: string, headers: Record<string, string>) =>
  shop.app.request('http://localhost/api/auth/users', { headers }, { incoming: { socket: { remoteAddress: peer } } });

test('a request is a span by the pattern of its route, and its statements are spans below it, without values', async () => {
  const admin = await shop.createUser({ role: 'admin' });
  const buyer = await shop.createUser();
  await flush().then(receiver.forget);
  expect((await shop.as(admin)(getUser, { params: { id: buyer.id } })).status).toBe(200);
  const spans = await traced();
  const request = spans.find(({ parentSpanId }) => !parentSpanId)!;
  expect(request).toMatchObject({
    name: `GET ${getUser.path.replace('{id}', ':id')}`,
    attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
    failed: false,
  });
  const statements = spans.filter(({ name }) => name.startsWith('postgresql '));
  expect(statements.length).toBeGreaterThan(1);
  for (const { traceId } of statements) expect(traceId).toBe(request.traceId);
  const about = statements.find(({ attributes }) => /from users/.test(`${attributes['db.query.text']}`))!;
  expect(about.attributes['db.query.text']).toContain('$1');
  for (const told of [buyer.id, buyer.username, buyer.email, admin.token, admin.id])
    expect(receiver.raw()).not.toContain(told);
  expect(receiver.resource()[0]).toMatchObject({ 'service.name': 'cards', 'deployment.environment.name': 'test' });
  expect(receiver.headers[0]).toMatchObject({ 'x-key': 'a key of the receiver' });
});

test('a job, its statements and the mail that it sends are one trace, without an address or a link', async () => {
  const user = await shop.createUser();
  await shop.as(null)(auth.forgotPassword, { body: { username: user.username } });
  await flush().then(receiver.forget);
  await shop.runQueuedJobs();
  const spans = await traced();
  const mail = spans.find(({ name }) => name === 'mail reset_password')!;
  const job = spans.find(({ spanId }) => spanId === mail.parentSpanId)!;
  expect(job.name).toBe('job mail');
  expect(spans.some(({ name, traceId }) => name.startsWith('postgresql ') && traceId === job.traceId)).toBe(true);
  const [sent] = await shop.sql<{ text_body: string }[]>`select text_body from mailbox where recipient = ${user.email}`;
  const token = /token=([\w.-]+)/.exec(sent!.text_body)![1]!;
  for (const told of [user.email, user.username, user.id, token]) expect(receiver.raw()).not.toContain(told);
});

test('what a person typed is in no span: neither what is searched for, nor a wrong path, nor a password that is refused', async () => {
  const user = await shop.createUser();
  const typed = 'a-secret-that-was-typed';
  await shop.app.request(`http://localhost/${typed}?q=${typed}`);
  await shop.app.request(`http://localhost/api/cards?search=${typed}`, { headers: { 'user-agent': typed } });
  await shop.as(null)(auth.login, { body: { username: typed, password: typed } });
  await shop.as(user)(account.changePassword, { body: { current_password: typed, password: typed } });
  expect((await traced()).length).toBeGreaterThan(4);
  for (const told of [typed, user.token]) expect(receiver.raw()).not.toContain(told);
});

test('a question to a node is a span by its method, without what it asks about, and fails without the words of the answer', async () => {
  const said = { result: '0x1' } as Record<string, unknown>;
  const node = createServer((_request, response) => response.end(JSON.stringify({ id: 1, ...said })));
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  afterAll(() => void node.close());
  const { call } = rpcClient(`http://user:word@127.0.0.1:${(node.address() as AddressInfo).port}`);
  await call('eth_getBalance', ['0xabcdef']);
  Object.assign(said, { result: undefined, error: { code: -1, message: '0xabcdef is unknown' } });
  await expect(call('eth_getBalance', ['0xabcdef'])).rejects.toThrow();
  const spans = await traced();
  expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
    ['node eth_getBalance', false],
    ['node eth_getBalance', true],
  ]);
  for (const told of ['0xabcdef', 'word', 'unknown']) expect(receiver.raw()).not.toContain(told);
});

test('a trace goes on where a trusted proxy says so, and where anybody else does, another one begins', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${id}-b7ad6b7169203331-01`;
  await getFrom(proxy, { traceparent });
  const [trusted] = (await traced()).filter(({ name }) => name.startsWith('GET '));
  expect([trusted!.traceId, trusted!.parentSpanId]).toEqual([id, 'b7ad6b7169203331']);
  receiver.forget();
  await getFrom('203.0.113.5', { traceparent });
  const [other] = (await traced()).filter(({ name }) => name.startsWith('GET '));
  expect(other!.traceId).not.toBe(id);
  expect(other!.parentSpanId).toBeFalsy();
});

test('a receiver that takes nothing is named once in the log, and again once it takes spans', async () => {
  const warnings = () => shop.logged.filter((line) => line.includes('the receiver of traces')).length;
  const before = warnings();
  receiver.answers.status = 400;
  for (let i = 0; i < 2; i++) {
    await getFrom(proxy, {});
    await flush().catch(() => {});
  }
  expect(warnings()).toBe(before + 1);
  receiver.answers.status = 200;
  await getFrom(proxy, {});
  await flush();
  expect(warnings()).toBe(before + 2);
});

test.each([
  ['always_on', 'AlwaysOnSampler'],
  ['always_off', 'AlwaysOffSampler'],
  ['traceidratio', 'TraceIdRatioBased{0.25}'],
  ['parentbased_always_on', 'ParentBased{root=AlwaysOnSampler, '],
  ['parentbased_always_off', 'ParentBased{root=AlwaysOffSampler, '],
  ['parentbased_traceidratio', 'ParentBased{root=TraceIdRatioBased{0.25}, '],
] as const)('OTEL_TRACES_SAMPLER=%s is obeyed', (sampler, description) => {
  expect(`${samplerOf({ sampler, ratio: 0.25 })}`).toContain(description);
});

test('once it is stopped, nothing is traced any more', async () => {
  await flush();
  receiver.forget();
  await stop();
  await getFrom(proxy, {});
  expect(receiver.raw()).toBe('');
});
