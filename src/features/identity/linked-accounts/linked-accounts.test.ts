import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { getLimits } from '#contracts/customers/tiers.ts';
import { getUser } from '#contracts/customers/users.ts';
import { eraseAccount, exportAccount } from '#contracts/identity/account.ts';
import * as contract from '#contracts/identity/linked-accounts.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { addToCart, getCartLimits } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { createLinks } from '#tests/support/linked.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { RETENTION_DAYS, sweepLinks } from './sweep-links.ts';

const shop = await createTestShop();
const { sql } = shop;
const { groupOf, onOneDevice, see, signInOn } = createLinks(shop);
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const ids = (users: readonly { id: string }[]) => users.map(({ id }) => id).toSorted();
const newBuyers = (count: number, tier = 0) =>
  Promise.all(Array.from({ length: count }, () => shop.createUser({ tier, balance_cents: 150_00 })));

async function buy(buyer: TestUser, price_cents: number) {
  const [card] = await addCards(shop, { price_cents });
  return shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
}
const seen = async (user: { id: string }) =>
  (await shop.as(support)(getUser, { params: { id: user.id } })).body.data.linked;
async function cut(id: string, by: TestUser, more: { everybody?: boolean } = {}) {
  await shop.refresh(by);
  return shop.as(by)(contract.cutLink, { params: { id }, body: { reason: 'A family, by phone', ...more } });
}
async function release(user: TestUser, by: TestUser) {
  await shop.refresh(by);
  return shop.as(by)(contract.releaseAccount, { params: { id: user.id }, body: { reason: 'Known for years' } });
}

test('two accounts of one browser share the limits of one person until one of them is verified', async () => {
  const [first, second] = (await onOneDevice(2, 150_00)) as [TestUser, TestUser];
  expect(await groupOf(first)).toEqual(ids([first, second]));
  for (let i = 0; i < 2; i++) expect((await buy(first, 40_00)).status).toBe(201);
  const refused = await buy(second, 40_00);
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('$20.00 left');
  const { used } = (await shop.as(second)(getLimits)).body.data;
  expect(used).toMatchObject({ shared_with: 1, spent_24h_cents: 80_00, stored_cents: 220_00 });
  const [card] = await addCards(shop, { price_cents: 40_00 });
  await shop.as(second)(addToCart, { body: { ids: [card!.id] } });
  const { exceeded } = (await shop.as(second)(getCartLimits)).body.data;
  expect(exceeded).toMatchObject([{ limit: 'spend_24h', left_cents: 20_00, lifted_at: expect.any(String) }]);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update users set tier = 1 where id = ${second.id}`;
  });
  expect((await buy(second, 40_00)).status).toBe(201);
  expect((await shop.as(first)(getLimits)).body.data.used).toMatchObject({ shared_with: 0, spent_24h_cents: 80_00 });
});

test('20 linked accounts that order at once stay below the limit of one', async () => {
  const users = await newBuyers(20, 1);
  await see('device', 'tablet of twenty', users);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update users set tier = 0 where id = any(${ids(users)})`;
  });
  const cards = await addCards(shop, { count: 20, price_cents: 1500 });
  const answers = await Promise.all(
    users.map((user, i) => shop.as(user)(placeOrder, { body: { ids: [cards[i]!.id] }, idempotencyKey: randomUUID() })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(14);
});

test('accounts that are linked while they order never pass the limit together', async () => {
  for (let round = 0; round < 5; round++) {
    const users = await newBuyers(8);
    const cards = await addCards(shop, { count: 8, price_cents: 2500 });
    const [answers] = await Promise.all([
      Promise.all(
        users.map((user, i) =>
          shop.as(user)(placeOrder, { body: { ids: [cards[i]!.id] }, idempotencyKey: randomUUID() }),
        ),
      ),
      Promise.all(users.map((user) => see('device', `tablet ${round}`, [user]))),
    ]);
    const sold = answers.filter(({ status }) => status === 201).length;
    const late = await buy(users[0]!, 2500);
    // What was bought before the links counts once they are there.
    if (sold >= 4) expect(late.status).not.toBe(201);
    expect(await groupOf(users[0]!)).toEqual(ids(users));
  }
});

test('groups that are joined from many sides at once end as one, and one cut splits what it held together', async () => {
  const users = await newBuyers(12, 1);
  const pairs = users.slice(1).map((user, i) => [users[i]!, user]);
  await Promise.all(pairs.map((pair, i) => see('funding', `pair ${i} of a chain`, pair)));
  expect(await groupOf(users[0]!)).toEqual(ids(users));
  const link = (await seen(users[6]!)).links.find(({ shared_with }) => shared_with[0]!.id === users[5]!.id)!;
  const answers = await Promise.all([cut(link.id, support), see('funding', 'a later one', [users[0]!, users[1]!])]);
  expect(answers[0]!.status).toBe(204);
  expect(await groupOf(users[0]!)).toEqual(ids(users.slice(0, 6)));
  expect(await groupOf(users[11]!)).toEqual(ids(users.slice(6)));
});

test('the fifth unverified account of a group waits for a person, is told why, and may buy once released', async () => {
  const users = await onOneDevice(5, 30_00);
  const [first, , , fourth, fifth] = users as [TestUser, TestUser, TestUser, TestUser, TestUser];
  expect((await buy(fourth, 5_00)).status).toBe(201);
  const refused = await buy(fifth, 5_00);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('a person looks at it')]);
  const [card] = await addCards(shop);
  expect((await shop.as(fifth)(addToCart, { body: { ids: [card!.id] } })).status).toBe(403);
  expect((await shop.as(fifth)(listNotifications)).body.data.map(({ title }) => title)).toContain(
    'Your account waits for a check',
  );
  expect((await seen(fifth)).waits).toMatchObject({ why: 'size' });
  expect((await seen(fifth)).group.map(({ id }) => id).toSorted()).toEqual(ids(users.slice(0, 4)));
  const sixth = (await onOneDevice(5)).at(-1)!;
  expect((await seen(first)).waits).toBeNull();
  expect(await sql`select details from audit_entries where action = 'linked.waits' and subject = ${fifth.id}`).toEqual([
    { details: { why: 'size' } },
  ]);
  expect((await release({ ...fifth, id: randomUUID() }, support)).status).toBe(404);
  expect((await release(fifth, support)).status).toBe(204);
  expect((await seen(sixth)).waits).toMatchObject({ why: 'size' });
  expect((await shop.as(fifth)(listNotifications)).body.data[0]).toMatchObject({ type: 'success' });
  expect(
    await sql`select actor_id, details from audit_entries where action = 'linked.released' and subject = ${fifth.id}`,
  ).toEqual([{ actor_id: support.id, details: { reason: 'Known for years' } }]);
  expect((await release(fifth, support)).status).toBe(409);
  expect((await buy(fifth, 5_00)).status).toBe(201);
  await signInOn(fifth);
  expect((await seen(fifth)).waits).toBeNull();
});

test('a new account on the browser of a disabled one waits; its owner of years does not', async () => {
  const banned = await shop.createUser({ tier: 0 });
  const device = await signInOn(banned);
  await sql`update users set disabled_at = now() where id = ${banned.id}`;
  const [known, fresh] = await newBuyers(2);
  await sql`update users set created_at = now() - interval '2 years' where id = ${known!.id}`;
  await signInOn(known!, device);
  await signInOn(fresh!, device);
  expect((await buy(known!, 5_00)).status).toBe(201);
  expect((await buy(fresh!, 5_00)).status).toBe(403);
  expect((await seen(fresh!)).waits).toMatchObject({ why: 'disabled' });
  // Each of the accounts that wait is told of by its own name and reason.
  const events = await sql<{ data: { content: string; duties: string[] } }[]>`
    select data from events where channel = ${DASHBOARD_CHANNEL} and data::text like '%linked.office_waits%'`;
  const waits = await sql<{ username: string; id: string; why: string }[]>`
    select u.username, u.id, w.why from account_waits w join users u on u.id = w.user_id`;
  expect(waits.length).toBeGreaterThan(1);
  for (const { username, id, why } of waits) {
    expect(
      events.filter(({ data }) => JSON.stringify(data).includes(username)),
      username,
    ).toMatchObject([{ data: { duties: ['support', 'approver'] } }]);
    expect(await sql`select details from audit_entries where action = 'linked.waits' and subject = ${id}`).toEqual([
      { details: { why } },
    ]);
  }
});

test('a family of four on one network, with four browsers, buys undisturbed', async () => {
  const family = await newBuyers(4);
  await see('sign_up', '203.0.113.0/24 Firefox', family);
  expect(await groupOf(family[0]!)).toEqual([]);
  for (const one of family) for (let i = 0; i < 2; i++) expect((await buy(one, 45_00)).status).toBe(201);
  const { links, group } = await seen(family[0]!);
  expect(group).toEqual([]);
  expect(links).toMatchObject([{ kind: 'sign_up', ties: false, shared_with: [{}, {}, {}] }]);
});

test('six sign-ups within an hour from one network with one browser are linked; slower ones are not', async () => {
  const burst = await newBuyers(6);
  await see('sign_up', 'a burst', burst.slice(0, 5));
  expect(await groupOf(burst[0]!)).toEqual([]);
  await see('sign_up', 'a burst', [burst[5]!]);
  expect(await groupOf(burst[0]!)).toEqual(ids(burst));
  const office = await newBuyers(12);
  for (const one of office) {
    await see('sign_up', 'an office', [one]);
    shop.clock.advance(20 * MINUTE_MS);
  }
  expect(await groupOf(office[0]!)).toEqual([]);
});

test('an address that pays few accounts links them; one that pays strangers of all days is a service and links nobody', async () => {
  const strangers = await newBuyers(5);
  for (const [i, { id }] of strangers.entries())
    await sql`update users set created_at = now() - ${i} * interval '5 days' where id = ${id}`;
  await see('funding', 'an exchange', strangers.slice(0, 4));
  expect(await groupOf(strangers[0]!)).toEqual(ids(strangers.slice(0, 4)));
  await see('funding', 'an exchange', [strangers[4]!]);
  expect(await groupOf(strangers[0]!)).toEqual([]);
});

test('one that pays accounts which signed up in a row is a wallet, however many they are', async () => {
  const farm = await newBuyers(8);
  for (const { id } of farm) await sql`update users set created_at = now() - interval '1 year' where id = ${id}`;
  await see('funding', 'a wallet', farm);
  expect(await groupOf(farm[0]!)).toEqual(ids(farm));
});

test('gifts to one address link their givers on the third occasion', async () => {
  const givers = await newBuyers(2);
  for (let day = 0; day < 3; day++) {
    expect(await groupOf(givers[0]!)).toEqual([]);
    await see('gifts', 'collector@example.com', givers);
    shop.clock.advance(DAY_MS);
  }
  expect(await groupOf(givers[0]!)).toEqual(ids(givers));
});

test('staff cut a false link with a reason, and it stays cut; nobody cuts their own', async () => {
  const [one, other] = (await onOneDevice(2, 30_00)) as [TestUser, TestUser];
  const device = await signInOn(one);
  const link = (await seen(other)).links[0]!;
  expect(link).toMatchObject({ kind: 'device', ties: true, shared_with: [{ id: one.id, username: one.username }] });
  expect((await cut(link.id, one)).status).toBe(403);
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  expect((await cut(link.id, publisher)).status).toBe(403);
  const insider = await shop.createUser({ role: 'admin', duties: ['support'] });
  await see('funding', 'salary', [insider, other]);
  expect((await cut(link.id, insider)).body).toMatchObject({ message: expect.stringContaining('Somebody else') });
  expect((await release(other, insider)).status).toBe(403);
  expect((await cut(randomUUID(), support)).status).toBe(404);
  expect((await cut(link.id, support)).status).toBe(204);
  expect((await cut(link.id, support)).status).toBe(409);
  expect(await groupOf(one)).toEqual([]);
  await signInOn(other, device);
  expect((await seen(other)).links.find(({ kind }) => kind === 'device')).toMatchObject({
    cut: { by: support.username, reason: 'A family, by phone' },
  });
  const audit =
    await sql`select actor_id, details from audit_entries where action = 'linked.cut' and subject = ${other.id}`;
  expect(audit).toMatchObject([{ actor_id: support.id, details: { kind: 'device', reason: 'A family, by phone' } }]);
});

test('links of staff are cut by approvers alone', async () => {
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  const approver = await shop.createUser({ role: 'admin', duties: ['support', 'approver'] });
  const [buyer] = await newBuyers(1);
  await see('funding', "a publisher's wallet", [publisher, buyer!]);
  const link = (await seen(publisher)).links[0]!;
  expect((await cut(link.id, support)).status).toBe(403);
  expect((await cut(link.id, approver)).status).toBe(204);
});

test('a sign that is many people’s is cut for all of them, and for those who come later', async () => {
  const strangers = await newBuyers(2);
  await see('funding', 'one wallet', strangers);
  const users = await onOneDevice(3);
  const device = await signInOn(users[0]!);
  await see('funding', 'a small exchange', users);
  const link = (await seen(users[0]!)).links.find(({ kind }) => kind === 'funding')!;
  expect((await cut(link.id, support, { everybody: true })).status).toBe(204);
  expect((await cut(link.id, support)).status).toBe(409);
  expect((await seen(users[1]!)).links.find(({ kind }) => kind === 'funding')).toMatchObject({
    everybodys: true,
    ties: false,
  });
  const audit = await sql`select details from audit_entries where action = 'linked.cut' and subject = ${users[0]!.id}`;
  expect(audit).toMatchObject([{ details: { kind: 'funding', everybody: true, accounts: 3 } }]);
  expect(await groupOf(users[0]!)).toEqual(ids(users));
  const [later] = await newBuyers(1);
  await see('funding', 'a small exchange', [later!]);
  expect(await groupOf(later!)).toEqual([]);
  await signInOn(later!, device);
  expect(await groupOf(strangers[0]!)).toEqual(ids(strangers));
  const wallet = (await seen(strangers[0]!)).links.find(({ kind }) => kind === 'funding')!;
  expect(wallet).toMatchObject({ everybodys: false, ties: true });
  expect((await cut(wallet.id, support)).status).toBe(204);
});

test('the export shows the signs without the others, and erasing keeps them 30 days, so that limits are not renewed', async () => {
  const [one, other] = (await onOneDevice(2)) as [TestUser, TestUser];
  const exported = JSON.stringify((await shop.as(one)(exportAccount)).body);
  expect(exported).toContain('"account_links"');
  expect(exported).not.toContain(other.id);
  await shop.refresh(one);
  expect((await shop.as(one)(eraseAccount, { body: { username: one.username, give_up: true } as never })).status).toBe(
    204,
  );
  expect(await groupOf(other)).toEqual(ids([one, other]));
  await sql`update users set erased_at = erased_at - interval '31 days' where id = ${one.id}`;
  await sweepLinks(shop.ctx);
  expect(await groupOf(other)).toEqual([]);
  expect(await sql`select from account_links where user_id = ${one.id}`).toEqual([]);
});

test('a sign that was not seen for half a year links nobody any more', async () => {
  const users = await onOneDevice(2);
  shop.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
  await sweepLinks(shop.ctx);
  expect(await groupOf(users[0]!)).toEqual([]);
});
