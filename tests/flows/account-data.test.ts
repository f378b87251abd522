import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerTicket } from '#contracts/desk/desk.ts';
import { createGuestTicket } from '#contracts/desk/guests.ts';
import { createTicket } from '#contracts/desk/support.ts';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import * as sessions from '#contracts/identity/sessions.ts';
import { addByValue, addToCart } from '#contracts/shop/cart.ts';
import { makeGift } from '#contracts/shop/gifts.ts';
import * as orders from '#contracts/shop/orders.ts';
import { changeBoughtCard } from '#contracts/shop/wallet.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
const staff = await createStaff(shop);
let serial = 0;

/** A card on sale with a code that cannot occur anywhere by accident. */
async function card() {
  serial += 1;
  const code = `CANAR-YCARD-${String(10000 + serial).replace(/[01]/g, 'Z')}`;
  await staff.onSale([{ code, face: '10.00' }]);
  const [row] = await shop.sql<{ id: string }[]>`select id from cards order by id desc limit 1`;
  return { id: row!.id, code };
}

async function buy(user: TestUser, id: string) {
  const { body } = await shop.as(user)(orders.placeOrder, { body: { ids: [id] }, idempotencyKey: randomUUID() });
  return body.data.id;
}

const reveal = (user: { token: string }, id: string, card_id: string) =>
  shop.as(user)(orders.revealCard, { params: { id, card_id }, body: { consent: true } });

test('the profile takes what is its own and nothing else', async () => {
  const user = await shop.createUser();
  const change = (body: object) => shop.as(user)(account.changeProfile, { body });
  const kept = { display_name: 'Anna', locale: 'de', time_zone: 'Europe/Berlin', theme: 'dark' as const };
  expect((await change(kept)).body.data).toMatchObject(kept);
  expect((await change({ theme: null })).body.data).toMatchObject({ ...kept, theme: null });
  const [before] = await shop.sql`select * from users where id = ${user.id}`;
  for (const [field, value] of Object.entries({
    role: 'admin',
    roles: ['admin'],
    duties: ['approver'],
    tier: 2,
    balance: 1,
    balance_cents: 1,
    id: randomUUID(),
    user_id: randomUUID(),
    created_at: '2020-01-01T00:00:00Z',
    level: 'Premium',
    price_cents: 1,
    email: 'x@example.com',
    username: 'another',
    password_hash: 'x',
    activated_at: '2020-01-01T00:00:00Z',
    email_verified: true,
  })) {
    const { status, body } = await change({ [field]: value });
    expect([field, status, Object.keys(body.errors ?? {})]).toEqual([field, 422, [field]]);
  }
  expect(await shop.sql`select * from users where id = ${user.id}`).toEqual([before]);
  for (const wrong of [
    { locale: 'xx' },
    { locale: 'de_DE' },
    { time_zone: 'Mars/Olympus' },
    { theme: 'pink' },
    { display_name: 'x'.repeat(81) },
    { display_name: 'a\nb' },
  ])
    expect(Object.keys((await change(wrong)).body.errors ?? {})).toEqual(Object.keys(wrong));
});

test('every session is ended, or every other one', async () => {
  const user = await shop.createUser();
  const stranger = await shop.createUser();
  const other = { token: await shop.signIn(user.id) };
  expect((await shop.as(user)(sessions.endSessions, { query: { keep: 'current' } })).status).toBe(204);
  expect((await shop.as(other)(auth.getCurrentUser)).status).toBe(401);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(200);
  expect((await shop.as(user)(sessions.endSessions)).status).toBe(204);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  expect((await shop.as(stranger)(auth.getCurrentUser)).status).toBe(200);
});

test('an export holds all of oneself, nothing of another, and no secret', async () => {
  const [user, other] = [
    await shop.createUser({ balance_cents: 100_00 }),
    await shop.createUser({ balance_cents: 100_00 }),
  ];
  const [mine, theirs] = [await card(), await card()];
  const order = await buy(user, mine.id);
  const foreign = await buy(other, theirs.id);
  await reveal(user, order, mine.id);
  await shop.as(user)(addToCart, { body: { ids: [(await card()).id] } });
  const [value] = await shop.sql<{ programme_id: string; face_cents: number }[]>`
    select programme_id, face_cents from cards where id = ${(await card()).id}`;
  await shop.as(user)(addByValue, { body: { ...value!, quantity: 1 } });
  await shop.as(user)(factors.startTwoFactor);
  const answer = await shop.as(user)(account.exportAccount);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="facevalue-account.json"');
  expect(answer.body).toMatchObject({
    profile: { id: user.id, username: user.username, email: user.email },
    orders: [{ id: order, cards: [{ card_id: mine.id, state: 'revealed' }] }],
    ledger_transfers: [{ kind: 'top_up' }, { credit: expect.any(String) }],
    cart: [
      { by_value: false, max_price_cents: null, replaced: [] },
      { by_value: true, max_price_cents: expect.any(Number), replaced: [] },
    ],
    sessions: [{}],
  });
  const text = JSON.stringify(answer.body);
  expect(text).toContain('card.revealed');
  for (const secret of [
    mine.code,
    other.id,
    other.username,
    foreign,
    theirs.id,
    user.token,
    'password_hash',
    'token_hash',
    'sealed',
  ])
    expect(text).not.toContain(secret);
});

test('an export leaves out no table that knows the user, but for a reason', async () => {
  const told: Record<string, string> = {
    account_closings: 'closing',
    account_links: 'account_links',
    account_waits: 'account_waits',
    top_up_returns: 'top_up_returns',
    cart_items: 'cart',
    debt_settlements: 'debt_settlements',
    deposit_addresses: 'addresses',
    deposits: 'payments',
    devices: 'devices',
    dust_deposits: 'dust',
    email_tokens: 'mailed_links',
    invoices: 'invoices',
    ledger_accounts: 'ledger_transfers',
    news_feeds: 'news',
    news_readings: 'news',
    notice_readings: 'notices_seen',
    notifications: 'notifications',
    orders: 'orders',
    passkeys: 'second_factors',
    payments: 'payments',
    recovery_codes: 'recovery_codes',
    sessions: 'sessions',
    ticket_views: 'ticket_views',
    totp_secrets: 'second_factors',
    preorders: 'preorders',
    waiting_purchases: 'waiting_purchases',
    spending_blocks: 'spending_blocks',
    terms_acceptances: 'accepted_terms',
    ticket_comments: 'tickets',
    tickets: 'tickets',
    gifts: 'gifts',
    push_subscriptions: 'push_subscriptions',
    notification_settings: 'notification_settings',
    balance_adjustments: 'adjustments',
    tier_checks: 'tier_checks',
    tier_requests: 'tier_requests',
  };
  // Short-lived data, duplicates of other parts, and staff work, which the audit entries record.
  const passing = ['passkey_challenges', 'idempotency_keys', 'identities', 'linked_accounts', 'pasted_codes'];
  const staffs = [
    'bank_entries',
    'bank_statements',
    'alert_receivers',
    'alerts',
    'batches',
    'cold_wallets',
    'content_versions',
    'decision_signatures',
    'faqs',
    'hold_decisions',
    'imports',
    'issuer_checks',
    'issuer_keys',
    'issuer_reports',
    'legal_texts',
    'maintenance_windows',
    'news',
    'notices',
    'outflow_labels',
    'programme_drafts',
    'programme_suspensions',
    'proposal_approvals',
    'proposals',
    'quarantine_decisions',
    'retention_periods',
    'seller_contacts',
    'seller_destinations',
    'seller_payouts',
    'seller_waits',
    'sellers',
    'shared_keys',
    'ticket_changes',
    'ticket_notes',
    'ticket_presence',
  ];
  const tables = await shop.sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`;
  const known = [...Object.keys(told), ...passing, ...staffs];
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);

  const user = await shop.createUser();
  await shop.as(user)(account.changeEmail, { body: { email: 'new@elsewhere.example' } });
  const { body } = await shop.as(user)(account.exportAccount);
  for (const name of Object.values(told)) expect(body).toHaveProperty(name);
  expect(body).toMatchObject({ mailed_links: [{ purpose: 'change_email', email: 'new@elsewhere.example' }] });
});

test('an export of hundreds of entries misses none', async () => {
  const user = await shop.createUser();
  for (let i = 0; i < 450; i++) await shop.fund(user.id, 1);
  const { body } = await shop.as(user)(account.exportAccount);
  const transfers = (body as unknown as { ledger_transfers: { id: number }[] }).ledger_transfers;
  expect(new Set(transfers.map(({ id }) => id)).size).toBe(450);
});

test('the sixth export within an hour is a 429', async () => {
  const user = await shop.createUser();
  for (let i = 0; i < 5; i++) expect((await shop.as(user)(account.exportAccount)).status).toBe(200);
  const refused = await shop.as(user)(account.exportAccount);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('an account with something to lose is erased only by whoever gives it up', async () => {
  const user = await shop.createUser({ balance_cents: 100_00 });
  await buy(user, (await card()).id);
  const { body: loss } = await shop.as(user)(account.getEraseLoss);
  expect(loss.data).toMatchObject({ open_payments: 0, unrevealed_cards: 1 });
  const erase = (body: object) => shop.as(user)(account.eraseAccount, { body: body as never });
  expect((await erase({ username: 'another', give_up: true })).body.errors).toHaveProperty('username');
  expect((await erase({ username: user.username })).body.errors).toHaveProperty('give_up');
  expect((await shop.as(user)(auth.getCurrentUser)).body.data.username).toBe(user.username);
  expect((await erase({ username: user.username, give_up: true })).status).toBe(204);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
  const [left] = await shop.sql`
    select b.balance_cents from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.owner_id = ${user.id}`;
  expect(left).toEqual({ balance_cents: 0 });
});

test('what is erased names nobody any more; orders, books and audit stay; the address is free again', async () => {
  const user = await shop.createUser({ balance_cents: 50_00 });
  const bought = await card();
  const order = await buy(user, bought.id);
  await reveal(user, order, bought.id);
  await shop.as(user)(account.changeProfile, { body: { display_name: 'Anna Canary', time_zone: 'Europe/Berlin' } });
  await shop.as(user)(factors.startTwoFactor);
  await shop.as(user)(account.changeEmail, { body: { email: `${user.username}@moved.example` } });
  await visitor(auth.login, { body: { username: user.username, password } });
  await shop.runQueuedJobs();
  // Not mailed yet: what is in somebody's mailbox is out of reach.
  const params = { id: order, card_id: bought.id };
  await shop.as(user)(changeBoughtCard, { params, body: { note: 'From Anna Canary' } });
  const gift = { consent: true as const, message: 'From Anna Canary', email: 'anna.canary@example.com' };
  expect((await shop.as(user)(makeGift, { params, body: gift })).status).toBe(201);
  const guest = { email: user.email, category: 'account', subject: 'Anna Canary', body: 'I am Anna Canary.' };
  expect((await visitor(createGuestTicket, { body: guest })).status).toBe(204);
  const asked = { category: 'other', subject: 'Of Anna Canary', body: 'Hello.' };
  const ticket = (await shop.as(user)(createTicket, { body: asked })).body.data;
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  const answer = { params: { id: ticket.id }, body: { body: 'Hello.' }, idempotencyKey: randomUUID() };
  expect((await support(answerTicket, answer)).status).toBe(201);
  const erased = await shop.as(user)(account.eraseAccount, { body: { username: user.username, give_up: true } });
  expect(erased.status).toBe(204);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  expect((await visitor(auth.login, { body: { username: user.username, password } })).status).toBe(422);
  const tables = await shop.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    const rows = await shop.sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${shop.sql(name)} t`;
    const text = rows.map(({ row }) => row).join('\n');
    for (const trace of [user.username, user.email, 'Anna Canary', gift.email])
      expect([name, text.includes(trace)]).toEqual([name, false]);
  }
  expect(await shop.sql`select from orders where id = ${order} and user_id = ${user.id}`).toHaveLength(1);
  expect(await shop.sql`select from audit_entries where actor_id = ${user.id} and action = 'auth.erased'`).toHaveLength(
    1,
  );
  const details = { username: user.username, email: user.email, password: 'a-quiet-harbour-9', terms: true as const };
  const again = await visitor(auth.register, { body: details });
  expect([again.status, again.body.data.id === user.id]).toEqual([201, false]);
});

test('whoever registers with an address of somebody else erases nothing that they wrote as a guest', async () => {
  const stranger = await shop.createUser({ active: false });
  const guest = { email: stranger.email, category: 'account', subject: 'Locked out', body: 'Help.' };
  expect((await visitor(createGuestTicket, { body: guest })).status).toBe(204);
  const erased = await shop.as(stranger)(account.eraseAccount, {
    body: { username: stranger.username, give_up: true },
  });
  expect(erased.status).toBe(204);
  expect(await shop.sql`select from tickets where guest_email = ${stranger.email}`).toHaveLength(1);
});

test('an admin is not erased, and nobody is twice', async () => {
  const admin = await shop.createUser({ role: 'admin' });
  const refused = await shop.as(admin)(account.eraseAccount, { body: { username: admin.username } });
  expect(refused.status).toBe(409);
});
