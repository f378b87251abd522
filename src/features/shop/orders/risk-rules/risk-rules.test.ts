import { expect, test } from 'vitest';
import { getUser } from '#contracts/customers/users.ts';
import { login } from '#contracts/identity/auth.ts';
import { listAlerts, resolveAlert } from '#contracts/oversight/alerts.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const admin = await shop.createUser({ role: 'admin' });

const alertsOf = async (user: TestUser, kind: string) =>
  (await shop.as(admin)(listAlerts)).body.data.filter(
    (alert) => alert.kind === kind && alert.people.some(({ id }) => id === user.id),
  );
const audited = async (user: TestUser, action: string) =>
  (await shop.sql`select details from audit_entries where action = ${action} and subject = ${user.id}`).length;

async function buy(user: TestUser, count: number, price_cents = 900) {
  const cards = await addCards(shop, { count, price_cents });
  const ids = cards.map(({ id }) => id);
  const { body, status } = await shop.as(user)(placeOrder, { body: { ids } });
  expect(status).toBe(201);
  return ids.map((card_id) => ({ id: body.data.id, card_id }));
}
async function reveal(user: { token: string }, params: { id: string; card_id: string }) {
  const { status } = await shop.as(user)(revealCard, { params, body: { consent: true } });
  expect(status).toBe(200);
}
const signIn = async (user: TestUser, given = password, device?: string) =>
  (await shop.as(null)(login, { body: { username: user.username, password: given, ...(device && { device }) } })).body;

test('ten reveals within ten minutes are one alarm, with the person to look at; nine are none', async () => {
  const user = await shop.createUser({ balance_cents: 20_000 });
  const cards = await buy(user, 12);
  for (const card of cards.slice(0, 9)) await reveal(user, card);
  expect(await alertsOf(user, 'velocity.many_reveals')).toEqual([]);
  await reveal(user, cards[9]!);
  const [alert] = await alertsOf(user, 'velocity.many_reveals');
  expect(alert).toMatchObject({
    sentence: '10 codes were revealed within 10 minutes.',
    people: [{ id: user.id, username: user.username }],
    times: 1,
    resolved_at: null,
  });
  for (const card of cards.slice(10)) await reveal(user, card);
  expect(await alertsOf(user, 'velocity.many_reveals')).toMatchObject([{ times: 1 }]);
  expect(await audited(user, 'velocity.many_reveals')).toBe(1);
  const { data } = (await shop.as(admin)(getUser, { params: { id: user.id } })).body;
  expect(data).toMatchObject({
    username: user.username,
    balance_cents: 20_000 - 12 * 900,
    alerts: [{ id: alert!.id }],
  });
});

test('reveals that are spread over more than ten minutes are none; another burst is another occurrence', async () => {
  const user = await shop.createUser({ balance_cents: 20_000 });
  const [card] = await buy(user, 1);
  for (let i = 0; i < 9; i++) await reveal(user, card!);
  shop.clock.advance(10 * MINUTE_MS);
  for (let i = 0; i < 9; i++) await reveal(user, card!);
  expect(await alertsOf(user, 'velocity.many_reveals')).toEqual([]);
  await reveal(user, card!);
  const [first] = await alertsOf(user, 'velocity.many_reveals');
  await shop.as(admin)(resolveAlert, { params: { id: first!.id } });
  await reveal(user, card!);
  expect(await alertsOf(user, 'velocity.many_reveals')).toHaveLength(1);
  shop.clock.advance(11 * MINUTE_MS);
  for (let i = 0; i < 10; i++) await reveal(user, card!);
  expect(await alertsOf(user, 'velocity.many_reveals')).toMatchObject([
    { resolved_at: null },
    { resolved_by: admin.username },
  ]);
});

test('ten reveals at once do not miss each other', async () => {
  const user = await shop.createUser({ balance_cents: 20_000 });
  const cards = await buy(user, 10);
  await Promise.all(cards.map((card) => reveal(user, card)));
  expect(await alertsOf(user, 'velocity.many_reveals')).toMatchObject([{ times: 1 }]);
});

test('a reveal on a device that is new after five failed sign-ins is an alarm; on a known device, or after four, it is none', async () => {
  const user = await shop.createUser({ balance_cents: 20_000 });
  const kind = 'velocity.reveal_after_failed_logins';
  const [card] = await buy(user, 1);
  const known = await signIn(user);
  for (let i = 0; i < 4; i++) await signIn(user, 'wrong-password-here');
  shop.clock.advance(16 * MINUTE_MS);
  const afterFour = await signIn(user);
  await shop.sql`update devices set trusted_at = now() where user_id = ${user.id}`;
  await reveal({ token: afterFour.access_token }, card!);
  await signIn(user, 'wrong-password-here');
  const back = await signIn(user, password, known.device!);
  await reveal({ token: back.access_token }, card!);
  expect(await alertsOf(user, kind)).toEqual([]);

  shop.clock.advance(1000);
  const thief = await signIn(user);
  // Step-up on a new device has its own tests.
  await shop.sql`update devices set trusted_at = now() where user_id = ${user.id}`;
  await reveal({ token: thief.access_token }, card!);
  await reveal({ token: thief.access_token }, card!);
  expect(await alertsOf(user, kind)).toMatchObject([
    { sentence: 'A code was revealed on a new device after 5 failed sign-ins.', times: 1 },
  ]);
  expect(await audited(user, kind)).toBe(1);
});

test('a reveal after failed sign-ins is an alarm only for the account they were for, and only while device and failures are a day old at most', async () => {
  const kind = 'velocity.reveal_after_failed_logins';
  const buyer = async () => {
    const user = await shop.createUser({ balance_cents: 20_000 });
    const [card] = await buy(user, 1);
    await signIn(user);
    return { user, card: card! };
  };
  const fail = async (user: TestUser) => {
    for (let i = 0; i < 5; i++) await signIn(user, 'wrong-password-here');
    shop.clock.advance(16 * MINUTE_MS);
  };
  const revealOnNew = async ({ user, card }: Awaited<ReturnType<typeof buyer>>, later = 0) => {
    const { access_token } = await signIn(user);
    await shop.sql`update devices set trusted_at = now() where user_id = ${user.id}`;
    shop.clock.advance(later);
    await reveal({ token: access_token }, card);
    return (await alertsOf(user, kind)).length;
  };
  const [other, early, old, guessed] = [await buyer(), await buyer(), await buyer(), await buyer()];
  await fail(guessed.user);
  expect(await revealOnNew(other)).toBe(0);
  expect(await revealOnNew(guessed, 23 * HOUR_MS)).toBe(1);
  await fail(old.user);
  expect(await revealOnNew(old, DAY_MS)).toBe(0);
  await fail(early.user);
  shop.clock.advance(DAY_MS);
  expect(await revealOnNew(early)).toBe(0);
});

test('what is topped up and spent within five minutes of signing up is an alarm; later or in part it is none', async () => {
  const kind = 'velocity.spent_at_sign_up';
  const newcomer = async () => {
    const user = await shop.createUser({ balance_cents: 10_000 });
    await shop.sql`update users set created_at = ${shop.clock.now()} where id = ${user.id}`;
    return user;
  };
  const quick = await newcomer();
  await buy(quick, 1, 5000);
  expect(await alertsOf(quick, kind)).toEqual([]);
  await buy(quick, 1, 4000);
  expect(await alertsOf(quick, kind)).toMatchObject([
    { sentence: '$100.00 was added and spent within 5 minutes of signing up.', times: 1 },
  ]);
  await buy(quick, 1, 900);
  expect(await alertsOf(quick, kind)).toMatchObject([{ times: 1 }]);
  expect(await audited(quick, kind)).toBe(1);

  const thrifty = await newcomer();
  await buy(thrifty, 1, 8999);
  expect(await alertsOf(thrifty, kind)).toEqual([]);

  const slow = await newcomer();
  shop.clock.advance(5 * MINUTE_MS + 1);
  await buy(slow, 1, 10_000);
  expect(await alertsOf(slow, kind)).toEqual([]);
});

test('who an alert is about is for the back office alone, and nobody is a person that there is not', async () => {
  const user = await shop.createUser();
  const params = { id: user.id };
  expect((await shop.as(null)(getUser, { params })).status).toBe(401);
  expect((await shop.as(user)(getUser, { params })).status).toBe(403);
  const nobody = { id: '019b0000-0000-7000-8000-000000000000' };
  expect((await shop.as(admin)(getUser, { params: nobody })).status).toBe(404);
});
