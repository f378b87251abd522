import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Call } from '#contracts/call.ts';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { calls } from '#contracts/index.ts';
import * as orders from '#contracts/shop/orders.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { dutiesFor } from '#tests/support/duties-for.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
const minutes = (count: number) => shop.clock.advance(count * MINUTE_MS);
const unconfirmed = { status: 403, body: { reason: 'device_confirmation_required' } };

/** Signs in by password on a device that the account hasn't seen. */
async function onNewDevice(user: TestUser) {
  const { body } = await visitor(auth.login, { body: { username: user.username, password } });
  return { token: body.access_token, device: body.device! };
}

const sendCode = (session: { token: string }) => shop.as(session)(factors.sendDeviceCode);
const enterCode = (session: { token: string }, code: string) =>
  shop.as(session)(factors.confirmDevice, { body: { code } });

async function mailsTo({ email }: TestUser) {
  await shop.runQueuedJobs();
  return shop.sql<{ subject: string; text_body: string }[]>`
    select subject, text_body from mailbox where recipient = ${email} order by id desc`;
}
const codeTo = async (user: TestUser) => /^\d{8}$/m.exec((await mailsTo(user))[0]?.text_body ?? '')?.[0] ?? '';

/** Confirms the device of a session by its mailed code; returns the session's next token. */
async function confirmed(user: TestUser, session: { token: string }) {
  expect((await sendCode(session)).status).toBe(202);
  const { status, body } = await enterCode(session, await codeTo(user));
  expect(status).toBe(200);
  return { token: body.access_token };
}

async function buy(session: { token: string }, price_cents: number, idempotencyKey: string = randomUUID()) {
  const [card] = await addCards(shop, { price_cents, face_cents: price_cents });
  const order = () => shop.as(session)(orders.placeOrder, { body: { ids: [card!.id] }, idempotencyKey });
  return { ...(await order()), card_id: card!.id, again: order };
}
const reveal = (session: { token: string }, id: string, card_id: string) =>
  shop.as(session)(orders.revealCard, { params: { id, card_id }, body: { consent: true } });

test('the password alone, just given, reveals nothing on a new device; the mailed code does, and once for all', async () => {
  const user = await shop.createUser({ balance_cents: 100_00 });
  const { body, card_id } = await buy(user, 9_00);
  const fresh = await onNewDevice(user);
  expect(await reveal(fresh, body.data.id, card_id)).toMatchObject(unconfirmed);
  const { body: again } = await shop.as(fresh)(factors.confirmIdentity, { body: { password } });
  const byPassword = { token: again.access_token };
  expect(await reveal(byPassword, body.data.id, card_id)).toMatchObject(unconfirmed);
  const session = await confirmed(user, byPassword);
  expect((await shop.as(byPassword)(auth.getCurrentUser)).status).toBe(401);
  expect((await reveal(session, body.data.id, card_id)).status).toBe(200);
  const signedIn = await visitor(auth.login, { body: { username: user.username, password, device: fresh.device } });
  minutes(60);
  expect((await reveal({ token: signedIn.body.access_token }, body.data.id, card_id)).status).toBe(200);
});

test('a stolen password is not changed on a new device: the owner would be signed out everywhere', async () => {
  const user = await shop.createUser();
  const fresh = await onNewDevice(user);
  const change = { body: { current_password: password, password: 'seventeen-quiet-lamps' } };
  expect(await shop.as(fresh)(account.changePassword, change)).toMatchObject(unconfirmed);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(200);
  const session = await confirmed(user, fresh);
  expect((await shop.as(session)(account.changePassword, change)).status).toBe(204);
});

test('a purchase above 25 dollars asks for the code, in one or in several orders of a day, and charges nothing before', async () => {
  const user = await shop.createUser({ balance_cents: 200_00 });
  const fresh = await onNewDevice(user);
  const large = await buy(fresh, 25_01);
  expect(large).toMatchObject(unconfirmed);
  expect((await buy(fresh, 24_00)).status).toBe(201);
  expect(await buy(fresh, 1_01)).toMatchObject(unconfirmed);
  expect((await shop.as(fresh)(auth.getCurrentUser)).body.data.balance_cents).toBe(176_00);
  minutes(24 * 60);
  const next_day = await onNewDevice(user);
  expect((await buy(next_day, 25_00)).status).toBe(201);
  const session = await confirmed(user, next_day);
  expect((await buy(session, 25_01)).status).toBe(201);
});

test('an order that waited for the code goes through with the key it was first sent with', async () => {
  const user = await shop.createUser({ balance_cents: 200_00 });
  const fresh = await onNewDevice(user);
  const [card] = await addCards(shop, { price_cents: 30_00, face_cents: 30_00 });
  const order = (session: { token: string }) =>
    shop.as(session)(orders.placeOrder, { body: { ids: [card!.id] }, idempotencyKey: `order-${user.id}` });
  expect(await order(fresh)).toMatchObject(unconfirmed);
  expect((await order(await confirmed(user, fresh))).status).toBe(201);
});

test.for(Object.entries(calls).filter(([, each]) => each.stepUp === 'always'))(
  '%s needs the code on a new device: it would let the holder of a stolen password make the device trusted',
  async ([, each]) => {
    const user = await shop.createUser({ role: 'admin', duties: dutiesFor(each) });
    const refused = await shop.as(await onNewDevice(user))(
      each as Call,
      { params: { id: randomUUID() }, ...(each.body && { body: {} }) } as never,
    );
    expect(refused).toMatchObject(unconfirmed);
  },
);

test('the state of a confirmation says whether this device needs a code, and until when the last one counts', async () => {
  const user = await shop.createUser();
  const fresh = await onNewDevice(user);
  const state = async (session: { token: string }) => (await shop.as(session)(factors.getConfirmation)).body.data;
  expect(await state(user)).toMatchObject({ needs_device_code: false, device_code_expires_at: null });
  expect(await state(fresh)).toMatchObject({ needs_device_code: true, device_code_expires_at: null });
  const { body } = await sendCode(fresh);
  expect(await state(fresh)).toMatchObject({ device_code_expires_at: body.data.expires_at });
  expect(Date.parse(body.data.expires_at) - shop.clock.now().getTime()).toBe(15 * MINUTE_MS);
  minutes(15);
  expect(await state(fresh)).toMatchObject({ needs_device_code: true, device_code_expires_at: null });
});

test('the mail names the device and what to do if it was somebody else, and the code stands nowhere but there', async () => {
  const user = await shop.createUser();
  const { body } = await shop.request(auth.login, {
    body: { username: user.username, password },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
  });
  const fresh = { token: body.access_token };
  await sendCode(fresh);
  const code = await codeTo(user);
  const [mail] = await mailsTo(user);
  expect(mail).toMatchObject({
    subject: 'Your code to confirm a new device',
    text_body: expect.stringMatching(/Firefox on Linux[\s\S]*someone knows your password[\s\S]*\/forgot/),
  });
  const tables = ['device_codes', 'devices', 'sessions', 'audit_entries', 'throttles', 'graphile_worker._private_jobs'];
  const rows = await Promise.all(
    tables.map((table) => shop.sql`select to_jsonb(t)::text as row from ${shop.sql(table)} t`),
  );
  expect(
    rows
      .flat()
      .map(({ row }) => row)
      .join() + shop.logged.join(),
  ).not.toContain(code);
  await enterCode(fresh, '00000000');
  await enterCode(fresh, code);
  const entries = await shop.sql`
    select action from audit_entries where actor_id = ${user.id} and action like 'auth.device%' order by id`;
  expect(entries.map(({ action }) => action)).toEqual([
    'auth.device_code_sent',
    'auth.device_code_failed',
    'auth.device_confirmed',
  ]);
});

test('a code is good for its own device, for fifteen minutes, five tries and one use', async () => {
  const user = await shop.createUser();
  const [fresh, other] = [await onNewDevice(user), await onNewDevice(user)];
  const wrong = async (session: { token: string }, code: string) => {
    const { status, body } = await enterCode(session, code);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['code']]);
  };
  await wrong(fresh, '12345678');
  await sendCode(fresh);
  const code = await codeTo(user);
  await sendCode(other);
  await wrong(other, code);
  for (const given of ['x', '１２３４５６７８', `${code}0`, '00000000']) await wrong(fresh, given);
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
  const answers = await Promise.all([enterCode(fresh, spaced), enterCode(fresh, spaced)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

  const late = await onNewDevice(user);
  await sendCode(late);
  const late_code = await codeTo(user);
  minutes(15);
  await wrong(late, late_code);
  await sendCode(late);
  const tried = await codeTo(user);
  for (let i = 0; i < 5; i++) await wrong(late, '00000000');
  await wrong(late, tried);
  expect((await shop.as(late)(factors.getConfirmation)).body.data.device_code_expires_at).toBeNull();
});

test('a device asks for five codes an hour and an account for ten; the next one is a 429', async () => {
  const user = await shop.createUser();
  const devices = [await onNewDevice(user), await onNewDevice(user), await onNewDevice(user)];
  for (const each of devices.slice(0, 2)) {
    for (let i = 0; i < 5; i++) expect((await sendCode(each)).status).toBe(202);
    const refused = await sendCode(each);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([429, ['code']]);
  }
  expect((await sendCode(devices[2]!)).status).toBe(429);
  minutes(61);
  expect((await sendCode(devices[2]!)).status).toBe(202);
});

test('no code is sent where none is needed, nor to a stranger', async () => {
  const user = await shop.createUser();
  expect((await sendCode(user)).status).toBe(409);
  expect((await visitor(factors.sendDeviceCode)).status).toBe(401);
  expect((await visitor(factors.confirmDevice, { body: { code: '12345678' } })).status).toBe(401);
  const fresh = await onNewDevice(user);
  await shop.sql`
    insert into passkeys (user_id, credential_id, public_key, name) values (${user.id}, ${user.id}, '', 'Phone')`;
  // An account with a second factor uses that: a mailbox is the weaker proof.
  expect((await sendCode(fresh)).status).toBe(409);
  const { body, card_id } = await buy(await shop.createUser({ balance_cents: 10_00 }), 9_00);
  expect(await reveal(fresh, body.data.id, card_id)).toMatchObject({
    status: 403,
    body: { reason: 'step_up_required' },
  });
});

test('the device that confirms the address of its account is trusted', async () => {
  const user = await shop.createUser({ active: false });
  const fresh = await onNewDevice(user);
  await shop.as(fresh)(auth.resendVerification);
  const token = /token=([\w.-]+)/.exec((await mailsTo(user))[0]?.text_body ?? '')?.[1] ?? '';
  const stranger = await shop.createUser();
  await shop.as(stranger)(auth.verifyEmail, { body: { token: 'x' } });
  expect((await shop.as(fresh)(auth.verifyEmail, { body: { token } })).status).toBe(204);
  expect((await shop.as(fresh)(factors.getConfirmation)).body.data).toMatchObject({ needs_device_code: false });
  expect((await shop.as(fresh)(account.exportAccount)).status).toBe(200);
});

test('the link of an account that somebody else is signed in beside makes no device a trusted one', async () => {
  const user = await shop.createUser({ active: false });
  const fresh = await onNewDevice(user);
  const other = await shop.createUser();
  const elsewhere = await onNewDevice(other);
  await shop.as(fresh)(auth.resendVerification);
  const token = /token=([\w.-]+)/.exec((await mailsTo(user))[0]?.text_body ?? '')?.[1] ?? '';
  expect((await shop.as(elsewhere)(auth.verifyEmail, { body: { token } })).status).toBe(204);
  for (const session of [fresh, elsewhere])
    expect((await shop.as(session)(factors.getConfirmation)).body.data.needs_device_code).toBe(true);
});
