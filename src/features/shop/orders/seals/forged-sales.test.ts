import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealOldRows } from '#app/database/seal-old-rows.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { makeGift, openGift } from '#contracts/shop/gifts.ts';
import { placeOrder, returnCard, revealCard, revealOrder } from '#contracts/shop/orders.ts';
import { verifyAll } from '#platform/db/verify-all.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifyLines } from './verify-lines.ts';

const shop = await createTestShop();
const office = shop.as(await shop.createUser({ role: 'admin', duties: ['support', 'approver'] }));
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
// The rights on columns refuse these changes to begin with: as the owner, they show what the seal alone is worth.
const { sql: owner } = shop;

const reveal = (user: TestUser, id: string, card_id: string) =>
  shop.as(user)(revealCard, { params: { id, card_id }, body: { consent: true } });

const allProblems = (limit?: number) => verifyAll((after) => verifyLines(shop.sql, shop.ctx.vault, after, limit));

async function buy() {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const [card] = await addCards(shop);
  const { body } = await shop.as(user)(placeOrder, { body: { ids: [card!.id] } });
  return { user, card: card!, order: body.data.id };
}

/** An order of an unsold card, as rows of the database can say it. */
async function forge(user: TestUser, { pays }: { pays: boolean }) {
  const [card] = await addCards(shop);
  const [order, line] = [randomUUIDv7(), randomUUIDv7()];
  await stolen`insert into orders (id, user_id, total_cents, card_count) values (${order}, ${user.id}, 900, 1)`;
  await stolen`
    insert into order_lines (id, order_id, card_id, batch_id, face_cents, price_cents)
    select ${line}, ${order}, id, batch_id, 1000, 900 from cards where id = ${card!.id}`;
  if (pays)
    await transfer(stolen, {
      debit: { kind: 'available', owner_id: user.id, limited: true },
      credit: { kind: 'sales', owner_id: null },
      amount_cents: 900,
      kind: 'order',
      reference: order,
      unique_key: `order:${order}`,
    });
  return { order, line, card: card! };
}

test('a bought card opens, and a verifier finds nothing', async () => {
  const { user, card, order } = await buy();
  const { status, body } = await reveal(user, order, card.id);
  expect({ status, code: body.data.code }).toEqual({ status: 200, code: card.code });
  expect(await allProblems()).toEqual([]);
});

test.each([{ pays: false }, { pays: true }])(
  'a forged order of an unsold card opens nothing, with a payment in the books or without ($pays)',
  async ({ pays }) => {
    const user = await shop.createUser({ balance_cents: 5_000 });
    const { order, line, card } = await forge(user, { pays });
    const { status, body } = await reveal(user, order, card.id);
    expect({ status, message: body.message }).toEqual({ status: 409, message: expect.stringContaining('support') });
    expect(JSON.stringify(body)).not.toContain(card.code);
    expect((await shop.as(user)(revealOrder, { params: { id: order }, body: { consent: true } })).body).toEqual({
      data: [],
      sealed: [card.id],
    });
    const { body: alerts } = await office(listAlerts);
    expect(alerts.data.find(({ subject }) => subject === line)).toMatchObject({
      kind: 'order.unsold_card',
      severity: 'critical',
      times: 2,
    });
    const audit = await shop.sql`
      select details from audit_entries
      where action = 'card.reveal_refused' and subject = ${card.id} and actor_id = ${user.id}`;
    const details = { order_id: order, line_id: line, flaw: 'seal' };
    expect(audit).toMatchObject([{ details }, { details }]);
    expect((await allProblems()).filter((text) => text.includes(line))).toHaveLength(1);
  },
);

test('a line that was turned to another card, another buyer or another price opens nothing', async () => {
  const { user, card, order } = await buy();
  const [other] = await addCards(shop);
  await expect(stolen`update order_lines set card_id = ${other!.id} where order_id = ${order}`).rejects.toThrow(
    /denied/,
  );
  await expect(stolen`update orders set user_id = ${user.id} where id = ${order}`).rejects.toThrow(/denied/);
  await owner`update order_lines set card_id = ${other!.id} where order_id = ${order}`;
  expect((await reveal(user, order, other!.id)).status).toBe(409);
  await owner`update order_lines set card_id = ${card.id}, price_cents = 1 where order_id = ${order}`;
  expect((await reveal(user, order, card.id)).status).toBe(409);
  await owner`update order_lines set price_cents = 900 where order_id = ${order}`;
  const thief = await shop.createUser();
  await owner`update orders set user_id = ${thief.id} where id = ${order}`;
  expect((await reveal(thief, order, card.id)).status).toBe(409);
  await owner`update orders set user_id = ${user.id} where id = ${order}`;
  expect((await reveal(user, order, card.id)).status).toBe(200);
});

test('a returned card that is made delivered again opens nothing: its price was given back', async () => {
  const { user, card, order } = await buy();
  const params = { id: order, card_id: card.id };
  expect((await shop.as(user)(returnCard, { params, idempotencyKey: randomUUIDv7() })).status).toBe(200);
  await stolen`update order_lines set state = 'delivered' where order_id = ${order}`;
  expect((await reveal(user, order, card.id)).status).toBe(409);
});

test('a gift of a forged line opens nothing either', async () => {
  const { user, card, order } = await buy();
  const { body } = await shop.as(user)(makeGift, {
    params: { id: order, card_id: card.id },
    body: { consent: true },
  });
  const token = new URL(body.data.url!, 'http://localhost').searchParams.get('token') ?? '';
  const [other] = await addCards(shop);
  await owner`update order_lines set card_id = ${other!.id} where order_id = ${order}`;
  expect((await shop.as(null)(openGift, { body: { token } })).status).toBe(409);
  await owner`update order_lines set card_id = ${card.id} where order_id = ${order}`;
  const { body: opened } = await shop.as(null)(openGift, { body: { token } });
  expect(opened.data.code).toBe(card.code);
});

test("a gift that was turned to another buyer's line opens nothing", async () => {
  const [mine, theirs] = [await buy(), await buy()];
  expect((await reveal(theirs.user, theirs.order, theirs.card.id)).status).toBe(200);
  const { body } = await shop.as(mine.user)(makeGift, {
    params: { id: mine.order, card_id: mine.card.id },
    body: { consent: true },
  });
  const token = new URL(body.data.url!, 'http://localhost').searchParams.get('token') ?? '';
  await owner`
    update gifts set line_id = (select id from order_lines where order_id = ${theirs.order}) where id = ${body.data.id}`;
  const refused = await shop.as(null)(openGift, { body: { token } });
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('whoever gave it') } });
  expect(JSON.stringify(refused.body)).not.toContain(theirs.card.code);
});

test('a forged line becomes no gift either, and the attempt is told of', async () => {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const { order, line, card } = await forge(user, { pays: true });
  const params = { id: order, card_id: card.id };
  expect((await shop.as(user)(makeGift, { params, body: { consent: true } })).status).toBe(409);
  const { body: alerts } = await office(listAlerts);
  expect(alerts.data.some(({ subject }) => subject === line)).toBe(true);
});

test('lines of before the seal are sealed once, if the books have their payment, and never later', async () => {
  const [given, old, unpaid] = [await buy(), await buy(), await forge(await shop.createUser(), { pays: false })];
  await shop.sql`update order_lines set mac = null where order_id = ${old.order}`;
  const { body } = await shop.as(given.user)(makeGift, {
    params: { id: given.order, card_id: given.card.id },
    body: { consent: true },
  });
  await shop.sql`update gifts set mac = null where id = ${body.data.id}`;
  await shop.sql`insert into rows_to_seal (kind, id) values ('gift', ${body.data.id})`;
  await shop.sql`insert into rows_to_seal (kind, id) select 'line', id::text from order_lines where mac is null`;
  await sealOldRows({ ...shop.ctx, sql: shop.sql });
  expect((await reveal(old.user, old.order, old.card.id)).status).toBe(200);
  const token = new URL(body.data.url!, 'http://localhost').searchParams.get('token') ?? '';
  expect((await shop.as(null)(openGift, { body: { token } })).status).toBe(200);
  expect((await allProblems()).some((text) => text.includes(unpaid.line))).toBe(true);
  const late = await buy();
  await owner`update order_lines set mac = null where order_id = ${late.order}`;
  await sealOldRows({ ...shop.ctx, sql: shop.sql });
  expect((await reveal(late.user, late.order, late.card.id)).status).toBe(409);
});

test('what waits for a seal is written by the owner alone', async () => {
  await expect(stolen`insert into rows_to_seal (kind, id) values ('line', 'x')`).rejects.toThrow(/permission denied/);
});

test('a revealed card is not returned, though its line was set back to delivered', async () => {
  const { user, card, order } = await buy();
  expect((await reveal(user, order, card.id)).status).toBe(200);
  await stolen`
    update order_lines set state = 'delivered', revealed_at = null, guarantee_ends_at = null where order_id = ${order}`;
  const { status, body } = await shop.as(user)(returnCard, { params: { id: order, card_id: card.id } });
  expect({ status, message: body.message }).toEqual({ status: 409, message: expect.stringContaining('revealed') });
});

test.each([{ pays: false }, { pays: true }])(
  'a forged order of an unsold card is not paid back, with a payment in the books or without ($pays)',
  async ({ pays }) => {
    const user = await shop.createUser({ balance_cents: 5_000 });
    const { order, card } = await forge(user, { pays });
    await stolen`update cards set state = 'sold' where id = ${card.id}`;
    const { status, body } = await shop.as(user)(returnCard, { params: { id: order, card_id: card.id } });
    expect({ status, ...body }).toMatchObject({ status: 409, reason: 'sale_not_proven' });
  },
);

test('a verifier names the same lines, each once, however many rows a piece of its work has', async () => {
  for (let i = 0; i < 3; i += 1) await forge(await shop.createUser(), { pays: false });
  const problems = await allProblems();
  const [{ lines }] = await shop.sql<[{ lines: number }]>`select count(*)::int as lines from order_lines`;
  for (const limit of [1, 2, lines, lines + 1]) expect(await allProblems(limit)).toEqual(problems);
  expect(problems.length).toBeGreaterThanOrEqual(3);
});
