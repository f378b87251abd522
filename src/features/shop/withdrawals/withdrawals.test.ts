import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Duty, decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import { changeProfile, exportAccount } from '#contracts/identity/account.ts';
import { makeGift } from '#contracts/shop/gifts.ts';
import { placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import { placePreorder } from '#contracts/shop/preorders.ts';
import { getWithdrawal, listWithdrawable, withdrawFromContract } from '#contracts/shop/withdrawals.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { RETURN_WINDOW_MS } from '../orders/get-order.ts';
import { fillPreorders } from '../preorders/fill/fill-preorders.ts';

const shop = await createTestShop();
const balance = (user: TestUser) => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });

async function mailsTo({ email }: TestUser): Promise<{ subject: string; text: string }[]> {
  await shop.runQueuedJobs();
  const mails = await shop.sql<{ subject: string; text: string }[]>`
    select subject, text_body as text from mailbox where recipient = ${email}`;
  // In a mail, lines are wrapped, and a time has a narrow space.
  return mails.map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }));
}

async function buy(count = 1) {
  const user = await shop.createUser({ balance_cents: 100_00 });
  const cards = await addCards(shop, { count, price_cents: 9_00 });
  const body = { ids: cards.map(({ id }) => id) };
  const { body: placed } = await shop.as(user)(placeOrder, { body, idempotencyKey: randomUUID() });
  const order_id = placed.data.id;
  const declare = (card = 0, name = 'Anna Beispiel', who: TestUser | null = user) =>
    shop.as(who)(withdrawFromContract, { body: { order_id, card_id: cards[card]!.id, name } });
  return { user, cards, order: placed.data, declare };
}

/** Two people of the office refund some of an order. */
async function refundByHand({ id }: TestUser, order_id: string, cents: number) {
  const staff = async (duty: Duty) => shop.as(await shop.createUser({ role: 'admin', duties: [duty] }));
  const [order] = await shop.sql<{ number: number }[]>`select number from orders where id = ${order_id}`;
  const reason = 'A part of it does not work';
  const body = { cents, cause: 'refund' as const, order_number: order!.number, reason };
  await (await staff('support'))(proposeAdjustment, { params: { id }, body });
  const [proposal] = await shop.sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const decision = { proposal_id: proposal!.id, decision: 'approved' as const, reason };
  expect((await (await staff('approver'))(decideAdjustment, { params: { id }, body: decision })).status).toBe(200);
}

test('whoever withdraws gets the price back and a receipt by mail with name, contract, date and time', async () => {
  const { user, order, declare } = await buy(2);
  await shop.as(user)(changeProfile, { body: { time_zone: 'Europe/Berlin' } });
  const { status, body } = await declare();
  const at = shop.clock.now();
  expect([status, await balance(user)]).toEqual([201, 91_00]);
  expect(body.data).toMatchObject({
    name: 'Anna Beispiel',
    refund_cents: 9_00,
    price_cents: 9_00,
    email: user.email,
    declared_at: at.toISOString(),
    order: { id: order.id, number: order.number },
  });
  expect((await shop.as(user)(getWithdrawal, { params: { id: body.data.id } })).body).toEqual(body);
  const mail = (await mailsTo(user)).find(({ subject }) => subject === 'We received your withdrawal');
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(at);
  expect(mail?.text).toContain(time.replaceAll(/\s+/g, ' '));
  for (const part of ['Anna Beispiel', `order ${order.number}`, '$9.00', 'I withdraw from the contract'])
    expect(mail?.text).toContain(part);
  expect(
    await shop.sql`
      select actor_id, details from audit_entries where action = 'order.card_returned' and actor_id = ${user.id}`,
  ).toMatchObject([{ details: { order_id: order.id, price_cents: 9_00, withdrawal: true } }]);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});

test('the receipt comes even to who wants no mail about returns', async () => {
  const { user, declare } = await buy();
  await shop.sql`
    insert into notification_settings (user_id, kind, inbox, mail) values (${user.id}, 'returned', false, false)`;
  await declare();
  expect((await mailsTo(user)).map(({ subject }) => subject)).toContain('We received your withdrawal');
});

test('the mail of a return says when it was declared', async () => {
  const { user, cards, order } = await buy();
  await shop.as(user)(returnCard, { params: { id: order.id, card_id: cards[0]!.id } });
  const mail = (await mailsTo(user)).find(({ subject }) => subject === 'You returned a card');
  const year = String(shop.clock.now().getUTCFullYear());
  expect(mail?.text).toMatch(new RegExp(`You declared the return on [^.]*${year}[^.]*\\d:\\d\\d`));
});

test('every card is listed that the contract can be withdrawn for, until its last moment, and no other', async () => {
  const { user, cards, order, declare } = await buy(3);
  const listed = async (card_id?: string) =>
    (await shop.as(user)(listWithdrawable, { query: card_id ? { card_id } : {} })).body.data.map(
      (card) => card.card_id,
    );
  const ids = cards.map(({ id }) => id);
  expect((await listed()).sort()).toEqual([...ids].sort());
  expect(await listed(ids[1])).toEqual([ids[1]]);
  await shop.as(user)(revealCard, { params: { id: order.id, card_id: ids[0]! }, body: { consent: true } });
  expect((await declare(0)).status).toBe(409);
  await declare(1);
  expect((await declare(1)).status).toBe(201);
  expect(
    (
      await shop.as(user)(withdrawFromContract, {
        body: { order_id: order.id, card_id: ids[1]!, name: 'Anna Beispiel' },
        idempotencyKey: randomUUID(),
      })
    ).status,
  ).toBe(409);
  expect(await listed()).toEqual([ids[2]]);
  shop.clock.advance(RETURN_WINDOW_MS - 1000);
  const later = { ...user, token: await shop.signIn(user.id) };
  const open = async () => (await shop.as(later)(listWithdrawable)).body.data.length;
  expect(await open()).toBe(1);
  shop.clock.advance(2000);
  expect(await open()).toBe(0);
  expect((await declare(2, 'Anna Beispiel', later)).status).toBe(409);
});

test('of several orders, the newest is listed first, with what is left of its price, and each receipt is its own', async () => {
  const user = await shop.createUser({ balance_cents: 100_00 });
  const order = async (price_cents: number) => {
    const [card] = await addCards(shop, { price_cents });
    const { body } = await shop.as(user)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
    return { order_id: body.data.id, card_id: card!.id };
  };
  const [older, newer] = [await order(7_00), await order(9_00)];
  await refundByHand(user, newer.order_id, 2_00);
  const { body } = await shop.as(user)(listWithdrawable);
  expect(body.data).toMatchObject([
    { card_id: newer.card_id, price_cents: 9_00, refund_cents: 7_00, order: { id: newer.order_id } },
    { card_id: older.card_id, price_cents: 7_00, refund_cents: 7_00, order: { id: older.order_id } },
  ]);
  for (const card of body.data)
    expect(Date.parse(card.until) - Date.parse(card.order.created_at)).toBe(RETURN_WINDOW_MS);
  const declare = async (what: typeof older, name: string) =>
    (await shop.as(user)(withdrawFromContract, { body: { ...what, name }, idempotencyKey: randomUUID() })).body.data;
  const receipts = [await declare(older, 'Anna'), await declare(newer, 'Anna Beispiel')];
  for (const receipt of receipts)
    expect((await shop.as(user)(getWithdrawal, { params: { id: receipt.id } })).body.data).toEqual(receipt);
  expect(receipts).toMatchObject([
    { name: 'Anna', price_cents: 7_00, refund_cents: 7_00, order: { id: older.order_id } },
    { name: 'Anna Beispiel', price_cents: 9_00, refund_cents: 7_00, order: { id: newer.order_id } },
  ]);
});

test.for(['Pacific/Kiritimati', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Pago_Pago'])(
  'the fourteenth day after a purchase ends no later than its window, whenever somebody in %s buys',
  (timeZone) => {
    const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const bought = Date.UTC(2026, 0, 1, hour);
      expect(dayOf(bought).until(dayOf(bought + RETURN_WINDOW_MS)).days).toBeGreaterThan(14);
    }
  },
);

test('nobody withdraws for another, reads their receipt, or withdraws without a name or as a card number', async () => {
  const { user, declare } = await buy(2);
  const stranger = await shop.createUser();
  expect((await declare(0, 'Anna', stranger)).status).toBe(404);
  expect((await declare(0, 'Anna', null)).status).toBe(401);
  expect((await shop.as(stranger)(listWithdrawable)).body.data).toEqual([]);
  for (const name of ['', '  ', '4111 1111 1111 1111', 'x'.repeat(101)]) {
    const { status, body } = await declare(0, name);
    expect([status, Object.keys(body.errors ?? {})], name).toEqual([422, ['name']]);
  }
  const { id } = (await declare(0)).body.data;
  expect((await shop.as(stranger)(getWithdrawal, { params: { id } })).status).toBe(404);
  expect(await balance(user)).toBe(91_00);
});

test("what was declared is in its buyer's export", async () => {
  const { user, declare } = await buy();
  const { declared_at } = (await declare()).body.data;
  const { body } = await shop.as(user)(exportAccount);
  expect(body).toMatchObject({ withdrawals: [{ name: 'Anna Beispiel', refund_cents: 9_00, declared_at }] });
});

test('a card that its buyer withdrew from is not bought for them again by a pre-order of theirs', async () => {
  const { user, cards, declare } = await buy();
  const [{ programme_id, face_cents }] = await shop.sql<[{ programme_id: string; face_cents: number }]>`
    select programme_id, face_cents from cards where id = ${cards[0]!.id}`;
  const expires_on = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  const wish = { programme_id, face_cents, quantity: 1, highest_price_cents: 9_00, expires_on };
  const placed = await shop.as(user)(placePreorder, { body: wish, idempotencyKey: randomUUID() });
  expect(placed.status).toBe(201);
  expect((await declare()).status).toBe(201);
  await fillPreorders(shop.ctx);
  const [card] = await shop.sql`select state from cards where id = ${cards[0]!.id}`;
  expect(card).toEqual({ state: 'available' });
});

test('of withdrawals, a return, a reveal and a gift of one card at once, exactly one happens', async () => {
  for (let round = 0; round < 4; round++) {
    const { user, cards, order, declare } = await buy();
    const params = { id: order.id, card_id: cards[0]!.id };
    const as = shop.as(user);
    const answers = await Promise.all([
      declare(0, 'Anna'),
      declare(0, 'Anna'),
      declare(0, 'Otto'),
      as(returnCard, { params }),
      as(revealCard, { params, body: { consent: true } }),
      as(makeGift, { params, body: { consent: true } }),
    ]);
    expect(answers.filter(({ status }) => status < 300).length, JSON.stringify(answers)).toBeGreaterThan(0);
    const [line] = await shop.sql<{ state: string; declared: number; given: number }[]>`
      select l.state, (select count(*)::int from withdrawals where line_id = l.id) as declared,
        (select count(*)::int from gifts where line_id = l.id) as given
      from order_lines l join orders o on o.id = l.order_id where o.id = ${order.id}`;
    expect(await balance(user)).toBe(line!.state === 'returned' ? 100_00 : 91_00);
    if (line!.state !== 'returned') expect(line!.declared).toBe(0);
    expect(line!.declared).toBeLessThan(2);
  }
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
});
