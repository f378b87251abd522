import { createECDH, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { logout } from '#contracts/identity/auth.ts';
import { changePush, endPush, getPush, subscribePush } from '#contracts/identity/push.ts';
import { listNotifications, readNotifications } from '#contracts/messages/notifications.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import { runJobs } from '#platform/jobs/run-jobs.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { decryptPush, startPushService, type TestBrowser } from '#tests/support/push-service.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { IDLE_MS } from '../sessions/session/session-token.ts';
import { ensurePushKey } from './keys/ensure-push-key.ts';
import { readPushKeys, renewPushKey, retirePushKeys } from './keys/renew-push-key.ts';
import { pushTask } from './push-task.ts';
import { topicOf } from './push-text.ts';

const service = await startPushService();
const shop = await createTestShop({ outgoing_test_url: service.url });
await ensurePushKey(shop.ctx);
const public_key = (await shop.sql<{ public_key: string }[]>`select public_key from push_keys`)[0]!.public_key;

const credited = {
  type: 'success' as const,
  title: message('notify.credited', { amount: { cents: 123_45 } }),
  content: message('notify.credited_more'),
  link: '/billing/019a0000-0000-7000-8000-000000000000',
};
const answered = {
  type: 'info' as const,
  title: message('support.answered_title'),
  content: 'Ticket 4711',
  link: '/support/019a0000-0000-7000-8000-000000000000',
};

const subscribe = (user: { token: string }, browser: TestBrowser, more: object = {}) =>
  shop.as(user)(subscribePush, { body: { ...browser, ...more } });
const listed = async (user: { token: string }) => (await shop.as(user)(getPush)).body.data.subscriptions;

/** A user with a subscribed browser. */
async function subscribed(more: object = {}): Promise<TestUser & { browser: TestBrowser; id_of_browser: string }> {
  const user = await shop.createUser();
  const browser = service.newBrowser(public_key);
  const { body } = await subscribe(user, browser, more);
  return { ...user, browser, id_of_browser: body.data.id };
}

async function sent() {
  await shop.runQueuedJobs();
  return service.taken();
}

beforeEach(async () => {
  service.answer(201);
  await shop.sql`delete from graphile_worker._private_jobs`;
});

test("the tests' browser reads the example of RFC 8291", () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const opened = decryptPush(Buffer.from(body, 'base64url'), ecdh, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
  expect(opened).toBe('When I grow up, I want to be a watermelon');
});

test('a notification reaches the browser encrypted and signed once its transaction commits, and names no amount', async () => {
  const user = await subscribed();
  await transaction(shop.sql, async (tx) => {
    await notify(tx, user.id, credited);
    throw new Error('no');
  }).catch(() => {});
  expect(await sent()).toEqual([]);
  await notify(shop.sql, user.id, credited);
  const [push, ...others] = await sent();
  expect(others).toEqual([]);
  expect(push).toMatchObject({
    endpoint: user.browser.endpoint,
    message: { title: 'There is news about your payment', path: credited.link, tag: 'payments' },
    headers: { ttl: '86400', 'content-encoding': 'aes128gcm' },
    claims: { aud: 'https://push.example', sub: 'http://localhost' },
  });
  expect(push!.claims.exp * 1000 - Date.now()).toBeLessThan(DAY_MS);
  expect(JSON.stringify(push!.message)).not.toMatch(/123/);
  const [row] = await shop.sql`select last_sent_at from push_subscriptions where id = ${user.id_of_browser}`;
  expect(row?.last_sent_at).not.toBeNull();
});

test('it is in the language of the account, and a title that names nothing stays as it is', async () => {
  const user = await subscribed();
  await shop.sql`update users set locale = 'de' where id = ${user.id}`;
  for (const one of [credited, answered, { ...answered, title: 'Your card 1234 is here' }])
    await notify(shop.sql, user.id, one);
  expect((await sent()).map(({ message: { title } }) => title)).toEqual([
    'Es gibt Neues zu Ihrer Zahlung',
    expect.not.stringMatching(/Neues|1234/),
    'Es gibt Neues zu Ihrem Ticket',
  ]);
});

test('a browser is told of its own topics only, and of nothing that was read already', async () => {
  const user = await subscribed({ topics: ['tickets'] });
  await notify(shop.sql, user.id, credited);
  await notify(shop.sql, user.id, { ...answered, link: '/user/sessions' });
  expect(await sent()).toEqual([]);
  await shop.as(user)(changePush, { params: { id: user.id_of_browser }, body: { topics: ['payments'] } });
  expect((await listed(user))[0]?.topics).toEqual(['payments']);
  await notify(shop.sql, user.id, credited);
  expect(await sent()).toHaveLength(1);
  await notify(shop.sql, user.id, credited);
  await shop.as(user)(readNotifications, { body: {} });
  expect(await sent()).toEqual([]);
});

test.for([
  ['/orders/1', 'orders'],
  ['/gifts/1', 'orders'],
  ['/preorder', 'orders'],
  ['/billing/1', 'payments'],
  ['/support/1', 'tickets'],
  ['/user/sessions', undefined],
  ['/supporters', undefined],
] as const)('a notification that links to %s is about %s', ([link, topic]) => expect(topicOf(link)).toBe(topic));

test.for([404, 410, 401, 403])('an answer of %i ends the subscription', async (status) => {
  const user = await subscribed();
  service.answer(status);
  await notify(shop.sql, user.id, answered);
  await sent();
  expect(await listed(user)).toEqual([]);
});

test.for([500, 429])('after an answer of %i it is sent again later', async (status) => {
  const user = await subscribed();
  service.answer(status);
  await notify(shop.sql, user.id, answered);
  expect(await sent()).toEqual([]);
  const [job] = await shop.sql`select attempts, payload from graphile_worker._private_jobs`;
  expect(job).toMatchObject({ attempts: 1, payload: { subscription_id: user.id_of_browser } });
  service.answer(201);
  await shop.sql`update graphile_worker._private_jobs set run_at = now()`;
  expect(await sent()).toHaveLength(1);
});

test('a message that the service refuses for good is not sent again, and the subscription stays', async () => {
  const user = await subscribed();
  service.answer(413);
  await notify(shop.sql, user.id, answered);
  await sent();
  expect(await shop.sql`select from graphile_worker._private_jobs`).toEqual([]);
  expect(await listed(user)).toHaveLength(1);
});

test('a service whose name leads to an address inside our network is never connected to', async () => {
  const user = await shop.createUser();
  const browser = { ...service.newBrowser(public_key), endpoint: 'https://inside.example/x' };
  const { body } = await subscribe(user, browser);
  await notify(shop.sql, user.id, answered);
  const notification_id = (await shop.as(user)(listNotifications, { query: {} })).body.data[0]!.id;
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1']) {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    await subscribe(user, browser);
    const [row] = await shop.sql<{ id: string }[]>`select id from push_subscriptions where user_id = ${user.id}`;
    await pushTask(shop.ctx, resolve)({ notification_id, subscription_id: row!.id }, { last: false });
    expect(await listed(user), address).toEqual([]);
  }
  expect(body.data.id).toBeDefined();
  expect(new OutgoingError('address').message).not.toContain('inside');
});

test('a logout ends the subscription, and a session that is idle too long gets nothing', async () => {
  const user = await subscribed();
  await shop.as(user)(logout);
  expect(await shop.sql`select from push_subscriptions where id = ${user.id_of_browser}`).toEqual([]);
  const idle = await subscribed();
  await shop.sql`
    update sessions set last_used_at = last_used_at - make_interval(secs => ${IDLE_MS / 1000})
    where user_id = ${idle.id}`;
  await notify(shop.sql, idle.id, answered);
  expect(await sent()).toEqual([]);
});

test('each browser counts once, passes to who signs in there, and the oldest of too many ends', async () => {
  const [user, other] = [await subscribed(), await shop.createUser()];
  expect((await subscribe(other, user.browser)).status).toBe(201);
  expect([await listed(user), (await listed(other)).length]).toEqual([[], 1]);
  const { id } = (await listed(other))[0]!;
  for (let n = 0; n < 10; n++) {
    expect((await subscribe(other, service.newBrowser(public_key))).status).toBe(201);
  }
  const ids = (await listed(other)).map((one) => one.id);
  expect(ids).toHaveLength(10);
  expect(ids).not.toContain(id);
});

test.for([
  ['over http', { endpoint: 'http://push.example/x' }],
  ['at a port of its own', { endpoint: 'https://push.example:8443/x' }],
  ['with a password', { endpoint: 'https://name:word@push.example/x' }],
  ['at an IPv4 address', { endpoint: 'https://10.0.0.1/x' }],
  ['at an IPv6 address', { endpoint: 'https://[::1]/x' }],
  ['on this machine', { endpoint: 'https://localhost/x' }],
  ['on this machine, by its whole name', { endpoint: 'https://localhost./x' }],
  ['below localhost', { endpoint: 'https://push.localhost/x' }],
  ['that is no URL', { endpoint: 'push.example' }],
  ['with a key that is no point', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
  ['with a short secret', { keys: { p256dh: public_key, auth: 'short' } }],
] as const)('a subscription %s is refused', async ([, wrong]) => {
  const user = await shop.createUser();
  const { status, body } = await subscribe(user, service.newBrowser(public_key), wrong);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, Object.keys(wrong)]);
});

test("a user's ten hanging services keep nobody else's message waiting", async () => {
  const [attacker, other] = [await shop.createUser(), await subscribed()];
  for (let n = 0; n < 10; n++) {
    const host = `slow${n}.push.example`;
    expect((await subscribe(attacker, service.newBrowser(public_key, { host, hangs: true }))).status).toBe(201);
  }
  const runner = runJobs(shop.ctx, shop.databaseUrl, { push: pushTask(shop.ctx) }, { concurrency: 8, connections: 2 });
  await notify(shop.sql, attacker.id, answered);
  await expect.poll(service.hanging).toBe(1);
  await notify(shop.sql, other.id, answered);
  const arrived: unknown[] = [];
  await expect.poll(() => arrived.push(...service.taken()) && arrived.length).toBe(1);
  expect(service.hanging()).toBe(1);
  // So that the nine others end at once.
  await shop.sql`delete from push_subscriptions where user_id = ${attacker.id}`;
  service.hangUp();
  await runner.stop();
  service.hangUp();
});

test('a service that hung five times in a row is left alone, and others are not', async () => {
  const host = 'slow.push.example';
  const task = pushTask(shop.ctx);
  const send = async (hangs: boolean) => {
    const user = await shop.createUser();
    const browser = service.newBrowser(public_key, hangs ? { host, hangs } : {});
    const { body } = await subscribe(user, browser);
    await notify(shop.sql, user.id, answered);
    const notification_id = (await shop.as(user)(listNotifications, { query: {} })).body.data[0]!.id;
    return task({ notification_id, subscription_id: body.data.id }, { last: false });
  };
  for (let n = 0; n < 5; n++) {
    const sending = send(true);
    const failed = expect(sending).rejects.toThrow('network');
    await expect.poll(service.hanging).toBe(1);
    service.hangUp();
    await failed;
  }
  await expect(send(true)).rejects.toThrow('paused');
  expect(service.hanging()).toBe(0);
  await send(false);
  expect(service.taken()).toHaveLength(1);
});

test("another's browser is nobody's to change or end", async () => {
  const [user, other] = [await subscribed(), await shop.createUser()];
  const params = { id: user.id_of_browser };
  expect((await shop.as(other)(changePush, { params, body: { topics: [] } })).status).toBe(404);
  expect((await shop.as(other)(endPush, { params })).status).toBe(404);
  expect((await shop.as(user)(endPush, { params })).status).toBe(204);
  expect((await shop.as(user)(endPush, { params })).status).toBe(404);
});

test('the database and the log hold neither the address nor the keys of a browser', async () => {
  const { browser } = await subscribed();
  const rows =
    await shop.sql`select p::text as row from push_subscriptions p union all select k::text from push_keys k`;
  const kept = JSON.stringify(rows) + shop.logged.join();
  const hidden = [browser.endpoint, browser.keys.p256dh, browser.keys.auth];
  for (const secret of hidden) {
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('the key pair stays as it is; under another master key a new one is made, and browsers subscribe again', async () => {
  const user = await subscribed();
  const keyOf = async () => (await shop.as(user)(getPush)).body.data.public_key;
  await ensurePushKey(shop.ctx);
  expect([await keyOf(), (await listed(user)).length]).toEqual([public_key, 1]);
  await ensurePushKey({ ...shop.ctx, vault: vaultOf(randomBytes(32)) });
  expect(await keyOf()).not.toBe(public_key);
  expect(await listed(user)).toEqual([]);
});

test('a new push key writes to browsers that come over, the former one to the others until it is deleted', async () => {
  await ensurePushKey(shop.ctx);
  const [first] = await readPushKeys(shop.sql);
  const [stays, comes] = [await shop.createUser(), await shop.createUser()];
  const old = service.newBrowser(first!.public_key);
  await subscribe(stays, old);
  await subscribe(comes, service.newBrowser(first!.public_key), { topics: ['payments'] });
  const next = await renewPushKey(shop.ctx);
  expect((await shop.as(stays)(getPush)).body.data).toMatchObject({
    public_key: next,
    subscriptions: [{ outdated: true }],
  });
  const fresh = service.newBrowser(next);
  expect((await subscribe(comes, fresh, { topics: ['payments'] })).status).toBe(201);
  expect((await shop.as(comes)(getPush)).body.data.subscriptions).toMatchObject([
    { outdated: false, topics: ['payments'] },
  ]);
  for (const user of [stays, comes]) await notify(shop.sql, user.id, credited);
  const taken = (await sent()).map(({ endpoint, headers }) => [
    endpoint,
    /k=([\w-]+)/.exec(headers.authorization ?? '')?.[1],
  ]);
  expect(taken.sort()).toEqual(
    [
      [old.endpoint, first!.public_key],
      [fresh.endpoint, next],
    ].sort(),
  );
  expect((await readPushKeys(shop.sql)).map(({ browsers }) => browsers)).toEqual([1, 1]);
  expect(await retirePushKeys(shop.ctx)).toBe(1);
  expect([await listed(stays), (await listed(comes)).length]).toEqual([[], 1]);
  await expect(retirePushKeys(shop.ctx)).rejects.toThrow('There is one push key');
});
