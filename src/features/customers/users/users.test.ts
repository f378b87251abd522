import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import * as contract from '#contracts/customers/users.ts';
import { createTicket } from '#contracts/desk/support.ts';
import { changeEmail } from '#contracts/identity/account.ts';
import { getCurrentUser, login } from '#contracts/identity/auth.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { searchEverything } from '#contracts/office/lookup.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { verifyHouse } from '#features/office/books/verification/derived/verify-house.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [support, approver, auditor] = [await staff('support'), await staff('approver'), await staff('auditor')];
const reason = 'Asked for in ticket 1012';

const find = async (query: NonNullable<Parameters<typeof ask>[0]>) => (await ask(query)).body.data;
const ask = (query: { q?: string; state?: 'disabled' | 'inactive' | 'debt'; tier?: '2'; sort?: 'username' }) =>
  shop.as(support)(contract.listUsers, { query });
const openProposal = async (kind: string, { id }: TestUser) => {
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where subject = ${id} and kind = ${kind} and decision is null`;
  return open?.id ?? randomUUID();
};
const balanceOf = async (user: TestUser) => (await shop.as(user)(getCurrentUser)).body.data.balance_cents;
const { activateUser, disableUser, enableUser, proposeFactorReset, signOutUser } = contract;
const actions = [activateUser, disableUser, enableUser, signOutUser, proposeFactorReset] as const;
const act = (by: TestUser, action: (typeof actions)[number], { id }: { id: string }) =>
  shop.as(by)(action as typeof activateUser, { params: { id }, body: { reason } });

test('an account is found by a part of its name or address, and by its id', async () => {
  const user = await shop.createUser();
  const other = await shop.createUser();
  for (const q of [
    user.username.slice(2, 9),
    user.username.toUpperCase(),
    `${user.username.slice(3)}@EXAMPLE`,
    user.id,
  ]) {
    const found = await find({ q });
    expect(found.map(({ username }) => username)).toContain(user.username);
    expect(found.map(({ username }) => username)).not.toContain(other.username);
  }
  expect((await find({ q: user.id }))[0]?.found_by).toBe('id');
  expect(await find({ q: '%%%' })).toEqual([]);
  expect((await find({ q: user.username.slice(0, 2) })).map(({ found_by }) => found_by)).toContain('name');
});

test('accounts are listed by the days of their registration, the erased among them', async () => {
  const [early, late] = [await shop.createUser(), await shop.createUser()];
  await sql`update users set created_at = '2020-02-03T23:59:59.999Z', erased_at = now() where id = ${early.id}`;
  await sql`update users set created_at = '2020-02-04T00:00:00Z' where id = ${late.id}`;
  const ids = async (from: string, to: string) =>
    (await shop.as(support)(contract.listUsers, { query: { from, to } })).body.data.map(({ id }) => id);
  expect(await ids('2020-02-03', '2020-02-03')).toEqual([early.id]);
  expect(await ids('2020-02-03', '2020-02-04')).toEqual([late.id, early.id]);
  expect(await ids('2020-02-05', '2020-02-05')).toEqual([]);
});

test('an account is found by what its owner ordered and paid: numbers, a deposit address, a txid', async () => {
  const user = await shop.createUser();
  const txid = 'c3'.repeat(32);
  const [order] = await sql<{ number: number }[]>`
    insert into orders (user_id, total_cents, card_count) values (${user.id}, 100, 1) returning number`;
  const [account] = await sql<{ id: number }[]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('BTC', sha256('users'), 'abcd1234') returning id`;
  const [rate] = await sql<{ id: number }[]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('BTC', 1e13, '{a,b}', now()) returning id`;
  const [address] = await sql<{ id: string }[]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    values ('BTC', ${account!.id}, 0, 'k1', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ${user.id}) returning id`;
  const [payment] = await sql<{ id: string; number: number }[]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
    values (${user.id}, 'BTC', ${address!.id}, 100, 100, ${rate!.id}, now() + interval '1 hour') returning id, number`;
  await sql`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth)
    values ('BTC', ${txid}, 0, 'k1', ${user.id}, ${payment!.id}, 100, now(), 2)`;
  const foundBy = async (q: string) =>
    (await find({ q })).filter(({ id }) => id === user.id).map(({ found_by }) => found_by);
  expect(await foundBy(`#${order!.number}`)).toEqual([expect.stringMatching(/order|payment/)]);
  expect(await foundBy(String(payment!.number))).toEqual([expect.stringMatching(/order|payment/)]);
  expect(await foundBy(payment!.id)).toEqual(['payment']);
  expect(await foundBy('BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toEqual(['address']);
  expect(await foundBy(txid)).toEqual(['transaction']);
  expect(await foundBy(`0x${txid}`)).toEqual(['transaction']);
  expect(await foundBy('d4'.repeat(32))).toEqual([]);
});

test('no log holds what somebody searched for, however the search ends', async () => {
  const q = 'anna.example@example.com';
  const before = shop.logged.length;
  const refused = { state: 'nonsense' as 'active' };
  expect((await shop.as(support)(contract.listUsers, { query: { q } })).status).toBe(200);
  expect((await shop.as(support)(contract.listUsers, { query: { q, ...refused } })).status).toBe(422);
  expect((await shop.as(null)(contract.listUsers, { query: { q } })).status).toBe(401);
  const answer = await shop.as(support)(searchEverything, { query: { q } });
  // Nor does another site learn it from the address of the page.
  expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
  const lines = shop.logged.slice(before);
  expect(lines.filter((line) => line.includes('"/api/admin/users"')).length).toBeGreaterThanOrEqual(3);
  expect(lines.filter((line) => /anna|example/.test(line))).toEqual([]);
});

test('the list is filtered and sorted, and says what each account is', async () => {
  const user = await shop.createUser({ tier: 2, balance_cents: 700 });
  await sql`update users set disabled_at = now() where id = ${user.id}`;
  expect(await find({ state: 'disabled', tier: '2' })).toMatchObject([
    { username: user.username, state: 'disabled', balance_cents: 700, owed_cents: 0, found_by: null },
  ]);
  expect(await find({ q: user.username, state: 'inactive' })).toEqual([]);
  expect(await find({ state: 'debt' })).toEqual([]);
  const names = (await find({ sort: 'username' })).map(({ username }) => username);
  expect(names).toEqual(names.toSorted());
});

test('an account is open to those who work with people alone, and each look is kept once an hour', async () => {
  const user = await shop.createUser({ balance_cents: 900 });
  const view = (by: TestUser) => shop.as(by)(contract.getUser, { params: { id: user.id } });
  const views = async () =>
    (await sql`select actor_id from audit_entries where subject = ${user.id} and action = 'user.viewed'`).length;
  expect((await view(await staff('payouts'))).status).toBe(403);
  expect(await views()).toBe(0);
  const { data } = (await view(support)).body;
  expect(data).toMatchObject({
    person: { email: user.email, email_confirmed: true, second_factor: false },
    limits: { used: { stored_cents: 900 }, allowed: { stored_balance_cents: 1_000_00 } },
  });
  expect(JSON.stringify(data)).not.toMatch(/password|argon|secret|token/i);
  await view(support);
  await shop.as(support)(contract.listUserRecords, { params: { id: user.id }, query: { kind: 'sessions' } });
  expect(await views()).toBe(1);
  await view(auditor);
  expect(await views()).toBe(2);
  shop.clock.advance(3_600_001);
  await view(support);
  expect(await views()).toBe(3);
  shop.clock.advance(-3_600_001);
});

test.each(contract.RECORD_KINDS)('the %s of an account are a list of their own', async (kind) => {
  const user = await shop.createUser({ balance_cents: 100 });
  const answer = await shop.as(support)(contract.listUserRecords, { params: { id: user.id }, query: { kind } });
  expect([kind, answer.status]).toEqual([kind, 200]);
  const own = ['movements', 'sessions', 'devices', 'audit'].includes(kind);
  expect(answer.body.meta.total).toBe(own ? 1 : 0);
  const missing = await shop.as(support)(contract.listUserRecords, { params: { id: randomUUID() }, query: { kind } });
  expect(missing.status).toBe(404);
});

test('the subject of a ticket is shown to those alone whom the desk is open to', async () => {
  const user = await shop.createUser();
  const body = { category: 'other', subject: 'My neighbour', body: 'Hello.' };
  const { number } = (await shop.as(user)(createTicket, { body })).body.data;
  const read = async (by: TestUser) => {
    const input = { params: { id: user.id }, query: { kind: 'tickets' as const } };
    const { data } = (await shop.as(by)(contract.listUserRecords, input)).body;
    return data.map(({ label, link }) => [label, link !== null]);
  };
  expect(await read(auditor)).toEqual([[`#${number} My neighbour`, true]]);
  expect(await read(approver)).toEqual([[`#${number}`, false]]);
});

test('an account is activated without a top-up, but never without a confirmed address', async () => {
  const user = await shop.createUser({ active: false });
  expect((await act(support, activateUser, user)).body.message).toMatch(/isn't confirmed yet/);
  await sql`update users set email_verified_at = now() where id = ${user.id}`;
  expect((await act(support, activateUser, user)).status).toBe(204);
  expect((await shop.as(user)(getCurrentUser)).body.data.roles).toEqual(['buyer']);
  expect((await act(support, activateUser, user)).status).toBe(409);
});

test('a disabled account is out at once, stays out, and comes back when it is enabled', async () => {
  const user = await shop.createUser();
  const signIn = () => shop.as(null)(login, { body: { username: user.username, password } });
  expect((await act(support, enableUser, user)).status).toBe(409);
  expect((await act(support, disableUser, user)).status).toBe(204);
  expect((await shop.as(user)(getCurrentUser)).status).toBe(401);
  expect((await signIn()).status).toBe(422);
  expect((await act(support, disableUser, user)).status).toBe(409);
  expect((await act(support, activateUser, user)).status).toBe(409);
  expect((await act(support, enableUser, user)).status).toBe(204);
  expect((await signIn()).status).toBe(200);
  await shop.runQueuedJobs();
  const mails = await sql`select text_body from mailbox where recipient = ${user.email} order by id`;
  expect(mails.map(({ text_body }) => text_body).join()).toMatch(/was disabled[\s\S]*is open again/);
});

test('signing out everywhere ends every session, and lets nobody sign out somebody by a missing account', async () => {
  const user = await shop.createUser();
  const second = await shop.signIn(user.id);
  expect((await act(support, signOutUser, user)).status).toBe(204);
  for (const token of [user.token, second]) expect((await shop.as({ token })(getCurrentUser)).status).toBe(401);
  for (const action of actions) expect((await act(support, action, { id: randomUUID() })).status).toBe(404);
});

test('nobody acts on their own account, and only an approver on that of staff', async () => {
  for (const action of actions) {
    expect((await act(approver, action, approver)).status).toBe(403);
    expect((await act(support, action, approver)).body.message).toMatch(/you need the duty approver/);
  }
  const importer = await staff('importer');
  for (const action of actions) expect((await act(importer, action, await shop.createUser())).status).toBe(403);
});

test('factors are reset by two people, who are neither the owner', async () => {
  const user = await shop.createUser();
  const moved = await shop.as(user)(changeEmail, { body: { email: `thief.${user.username}@example.com` } });
  expect(moved.status).toBe(204);
  await sql`
    insert into passkeys (user_id, credential_id, public_key, name) values (${user.id}, ${user.id}, '\\x01', 'Key')`;
  const decide = async (by: TestUser, decision: 'approved' | 'rejected' = 'approved') =>
    shop.as(by)(contract.decideFactorReset, {
      params: { id: user.id },
      body: { proposal_id: await openProposal('factors.reset', user), decision, reason },
    });
  expect((await act(approver, proposeFactorReset, user)).status).toBe(204);
  expect((await act(support, proposeFactorReset, user)).status).toBe(409);
  expect((await decide(approver)).body.message).toBe('You proposed this, so someone else has to decide.');
  expect((await decide(support)).status).toBe(403);
  expect(await sql`select from passkeys where user_id = ${user.id}`).toHaveLength(1);
  expect((await decide(await staff('approver'))).status).toBe(204);
  expect(await sql`select from passkeys where user_id = ${user.id}`).toHaveLength(0);
  expect((await shop.as(user)(getCurrentUser)).status).toBe(401);
  expect((await shop.as(null)(login, { body: { username: user.username, password } })).status).toBe(422);
  const links = await sql`
    select expires_at <= now() as dead from email_tokens where user_id = ${user.id} and purpose = 'change_email'`;
  expect(links).toEqual([{ dead: true }]);
  await act(support, proposeFactorReset, user);
  await act(support, disableUser, user);
  expect((await decide(approver)).status).toBe(409);
  expect((await decide(approver, 'rejected')).status).toBe(204);
  const unconfirmed = await shop.createUser({ active: false });
  expect((await act(support, proposeFactorReset, unconfirmed)).status).toBe(409);
});

type Cause = (typeof contract.ADJUSTMENT_CAUSES)[number];
const adjust = async (by: TestUser, { id }: TestUser, cents: number, cause: Cause = 'correction') => {
  const [order] = await sql<{ number: number }[]>`
    select number from orders where user_id = ${id} order by number desc limit 1`;
  const body = { cents, cause, reason, ...(cause === 'refund' && order && { order_number: order.number }) };
  return shop.as(by)(contract.proposeAdjustment, { params: { id }, body });
};
const agree = async (by: TestUser, user: TestUser, key?: string, proposal?: string) =>
  shop.as(by)(contract.decideAdjustment, {
    params: { id: user.id },
    body: {
      proposal_id: proposal ?? (await openProposal('balance.adjust', user)),
      decision: 'approved' as const,
      reason,
    },
    ...(key && { idempotencyKey: key }),
  });

test('a balance is adjusted by two people, once, and the statement and the books know it', async () => {
  const house = await verifyHouse(sql);
  const user = await shop.createUser();
  expect((await adjust(support, user, 500, 'goodwill')).status).toBe(204);
  expect(await balanceOf(user)).toBe(0);
  expect((await agree(support, user)).status).toBe(403);
  const proposal = await openProposal('balance.adjust', user);
  const key = randomUUID();
  expect((await agree(approver, user, key, proposal)).body.data.balance_cents).toBe(500);
  expect((await agree(approver, user, key, proposal)).body.data.balance_cents).toBe(500);
  expect((await agree(approver, user, randomUUID(), proposal)).status).toBe(409);
  expect(await balanceOf(user)).toBe(500);
  await adjust(support, user, -200);
  await agree(approver, user);
  expect(await balanceOf(user)).toBe(300);
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await shop.as(user)(getStatement, { params: { month } })).body.data;
  expect(lines).toMatchObject([
    { kind: 'adjustment', amount_cents: 500 },
    { kind: 'adjustment', amount_cents: -200, balance_cents: 300 },
  ]);
  const told = (await shop.as(user)(listNotifications)).body.data.map(({ content }) => content);
  expect(told).toEqual([expect.stringContaining('$2.00'), 'We added $5.00 to your balance.']);
  expect((await verifyBooks(sql, booksOf(true))).filter((line) => line.startsWith('adjustment'))).toEqual([]);
  expect(await verifyHouse(sql)).toEqual(house);
});

/** An order, without what it moved. */
const pay = ({ id }: TestUser, cents: number, refunded = 0) => sql`
  insert into orders (user_id, total_cents, refunded_cents, card_count) values (${id}, ${cents}, ${refunded}, 1)`;

test('a refund brings back what was paid and not refunded yet, once, and lifts no balance above the ceiling', async () => {
  const user = await shop.createUser({ tier: 0 });
  expect((await adjust(support, user, 1, 'refund')).body.errors?.order_number?.[0]).toMatch(/number of an order/);
  await pay(user, 300_00, 100_00);
  expect((await adjust(support, user, 200_01, 'refund')).status).toBe(422);
  expect((await adjust(support, user, 150_00, 'refund')).status).toBe(204);
  expect((await agree(approver, user)).status).toBe(200);
  expect((await adjust(support, user, 50_01, 'refund')).status).toBe(422);
  expect((await adjust(support, user, 50_00, 'refund')).status).toBe(204);
  // Returned by its buyer before somebody agreed.
  await sql`update orders set refunded_cents = total_cents where user_id = ${user.id}`;
  expect((await agree(approver, user)).status).toBe(422);
  const rich = await shop.createUser({ balance_cents: 9_900_00 });
  await pay(rich, 500_00);
  expect((await adjust(support, rich, 99_01, 'refund')).status).toBe(422);
  expect((await adjust(support, rich, 99_00, 'refund')).status).toBe(204);
});

test('a card whose order support refunded by hand is not returned for its price as well, one of another order is', async () => {
  const user = await shop.createUser({ balance_cents: 50_00, tier: 2 });
  const buy = async () => {
    const cards = await addCards(shop, { count: 2, price_cents: 900 });
    const { body } = await shop.as(user)(placeOrder, { body: { ids: cards.map((card) => card.id) } });
    const give = (card = cards[0]!) => shop.as(user)(returnCard, { params: { id: body.data.id, card_id: card.id } });
    return { give, first: cards[0]!, second: cards[1]! };
  };
  const other = await buy();
  const { give, first, second } = await buy();
  await adjust(support, user, 900, 'refund');
  expect((await agree(approver, user)).body.data.balance_cents).toBe(23_00);
  expect((await give(first)).status).toBe(200);
  const refused = await give(second);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/already refunded \$9\.00 of this/),
  ]);
  expect(await balanceOf(user)).toBe(32_00);
  expect((await other.give()).status).toBe(200);
  expect((await adjust(support, await shop.createUser(), 100, 'refund')).status).toBe(422);
});

test('a balance never goes below zero, nor above the limits but for a refund', async () => {
  const user = await shop.createUser({ tier: 0, balance_cents: 100 });
  expect((await adjust(support, user, -101)).body.errors).toHaveProperty('cents');
  expect((await adjust(support, user, -50, 'goodwill')).body.errors).toHaveProperty('cause');
  expect((await adjust(support, user, 0)).status).toBe(422);
  expect((await adjust(support, user, 150_00)).body.errors).toHaveProperty('cents');
  await adjust(support, user, -100);
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
    select a.id, c.id, 60, 'top_up_reversal', ${randomUUID()} from ledger_accounts a, ledger_accounts c
    where a.owner_id = ${user.id} and a.kind = 'available' and c.kind = 'crypto_eth'`;
  const late = await agree(approver, user);
  expect([late.status, late.body.errors]).toEqual([422, expect.objectContaining({ cents: expect.anything() })]);
  expect(await balanceOf(user)).toBe(40);
  await shop.as(approver)(contract.decideAdjustment, {
    params: { id: user.id },
    body: { proposal_id: await openProposal('balance.adjust', user), decision: 'rejected', reason },
  });
  await pay(user, 200_00);
  await adjust(support, user, 200_00, 'refund');
  expect((await agree(approver, user)).status).toBe(200);
  expect(await balanceOf(user)).toBe(200_40);
  const other = await shop.createUser({ tier: 0 });
  await adjust(support, other, 100_00, 'goodwill');
  await agree(approver, other);
  await adjust(support, other, -100_00);
  await agree(approver, other);
  expect((await adjust(support, other, 60_00, 'goodwill')).body.errors).toHaveProperty('cents');
});

test('nothing is put on a disabled account or one of their own, and the database itself takes no row without two', async () => {
  const user = await shop.createUser();
  await adjust(support, user, 100);
  await act(support, disableUser, user);
  expect((await agree(approver, user)).status).toBe(409);
  expect((await adjust(approver, approver, 100)).status).toBe(403);
  const proposal = await openProposal('balance.adjust', user);
  const insert = sql`
    insert into balance_adjustments (user_id, proposal_id, cause, cents, booked_at)
    values (${user.id}, ${proposal}, 'correction', 100, now())`;
  await expect(insert).rejects.toThrow(/nobody else agreed/);
});
