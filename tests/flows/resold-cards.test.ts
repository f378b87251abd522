import { afterAll, expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { verifyLines } from '#features/shop/orders/seals/verify-lines.ts';
import { connect } from '#platform/db/client.ts';
import { verifyAll } from '#platform/db/verify-all.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const office = shop.as(await shop.createUser({ role: 'admin', duties: ['support', 'approver'] }));
const [app, web] = [shop.databaseUrl, shop.web_url].map((url) => connect(url, { max: 2 }));
afterAll(() => Promise.all([app!.end({ timeout: 1 }), web!.end({ timeout: 1 })]));
const buy = (user: TestUser, id: string) =>
  shop.as(user)(placeOrder, { body: { ids: [id], expected_total_cents: 900 } });
const reveal = (user: TestUser, id: string, card_id: string) =>
  shop.as(user)(revealCard, { params: { id, card_id }, body: { consent: true } });

test.each([
  ['the app', app!],
  ['the keyless web', web!],
])('a card of another buyer that the role of %s put on sale again opens for nobody else', async (_name, thief) => {
  const [victim, other] = [
    await shop.createUser({ balance_cents: 5_000 }),
    await shop.createUser({ balance_cents: 5_000 }),
  ];
  const [card] = await addCards(shop);
  const bought = (await buy(victim, card!.id)).body.data;
  expect((await reveal(victim, bought.id, card!.id)).body.data.code).toBe(card!.code);
  await thief`update order_lines set state = 'returned' where card_id = ${card!.id}`;
  await thief`update cards set state = 'available' where id = ${card!.id}`;
  const again = (await buy(other, card!.id)).body.data;
  expect((await reveal(other, again.id, card!.id)).status).toBe(409);
  const { body: alerts } = await office(listAlerts);
  const [line] = await shop.sql<{ id: string }[]>`select id from order_lines where order_id = ${again.id}`;
  expect(alerts.data.find(({ subject }) => subject === line!.id)).toMatchObject({ kind: 'order.unsold_card' });
  const problems = await verifyAll((after) => verifyLines(shop.sql, shop.ctx.vault, after));
  expect(problems.filter((problem) => problem.includes(line!.id))).toEqual([
    `line ${line!.id} of order ${again.number} is of a card that somebody else bought before and did not give back`,
  ]);
  // Whose card it is opens it as before.
  await thief`update order_lines set state = 'returned' where order_id = ${again.id}`;
  await thief`update order_lines set state = 'revealed' where order_id = ${bought.id}`;
  expect((await reveal(victim, bought.id, card!.id)).body.data.code).toBe(card!.code);
});
