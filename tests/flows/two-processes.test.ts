import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { beforeAll, expect, test } from 'vitest';
import { startWorker } from '#app/worker.ts';
import { createPayment, getPayment } from '#contracts/coins/payments.ts';
import { exportYear } from '#contracts/coins/statements.ts';
import { createTicket, getTicket } from '#contracts/desk/support.ts';
import { exportAccount } from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { listCards } from '#contracts/shop/cards.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { makeGift, openGift } from '#contracts/shop/gifts.ts';
import * as orders from '#contracts/shop/orders.ts';
import { commitImport, getImport, uploadImport } from '#contracts/supply/imports.ts';
import { decidePayout } from '#contracts/supply/payouts.ts';
import { macOfAddress } from '#features/coins/watcher/keys/issued-address.ts';
import { releaseShares } from '#features/supply/sellers/shares/release-shares.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { chunks, codeNumber } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';

// Every call comes to a process that has neither the master key nor the rights on what is sealed.
const shop = await createTestShop({}, { split: true });
const { as, sql } = shop;
const vault = shop.vault!;
const visitor = as(null);
const { staff, verified, onSale, newBuyer, buy, payTo, proposed, days, second } = await createSellers(shop);

async function bought() {
  const user = await shop.createUser({ balance_cents: 50_000 });
  const [card] = await addCards(shop);
  const { status, body } = await as(user)(orders.placeOrder, { body: { ids: [card!.id] } });
  expect([status, body.message]).toEqual([201, undefined]);
  return { user, card: card!, params: { id: body.data.id, card_id: card!.id } };
}
const reveal = ({ user, params }: Awaited<ReturnType<typeof bought>>) =>
  as(user)(orders.revealCard, { params, body: { consent: true } });

test('the process of the web has no key but the one that all share', () => {
  expect(Object.keys(shop.served_by.vault).sort()).toEqual(['adopt', 'mac', 'verifyMac']);
});

test('somebody signs up, sets up an app, and signs in with its code', async () => {
  const body = { username: 'berta', email: 'berta@example.com', password: 'a-quiet-harbour-9', terms: true as const };
  expect((await visitor(auth.register, { body })).status).toBe(201);
  const user = await shop.createUser();
  const { secret } = (await as(user)(factors.startTwoFactor)).body.data;
  const otp = () => generateSync({ secret, epoch: Math.floor(shop.clock.now().getTime() / 1000) });
  expect((await as(user)(factors.confirmTwoFactor, { body: { otp: otp() } })).status).toBe(200);
  shop.clock.advance(30_000);
  const login = (more: object) => visitor(auth.login, { body: { username: user.username, password, ...more } });
  expect(await login({})).toMatchObject({ status: 422, body: { reason: 'otp_required' } });
  const signedIn = await login({ otp: otp() });
  expect(signedIn.status).toBe(200);
  expect((await as({ token: signedIn.body.access_token })(auth.getCurrentUser)).status).toBe(200);
});

test('a card is bought and shown, and to nobody else, in the language of whoever asks', async () => {
  const purchase = await bought();
  const shown = await reveal(purchase);
  expect(shown.body.data).toMatchObject({ code: purchase.card.code, pin: purchase.card.pin });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const stranger = await shop.createUser();
  const refused = await shop.request(orders.revealCard, {
    params: purchase.params,
    body: { consent: true },
    token: stranger.token,
    headers: { 'accept-language': 'de' },
  });
  expect([refused.status, refused.body.message]).toEqual([404, expect.stringMatching(/nicht/)]);
  const [entry] = await sql<{ address: string }[]>`
    select address from audit_entries where action = 'card.revealed' and actor_id = ${purchase.user.id}`;
  expect(entry).toBeDefined();
});

test('a gift is made and opened', async () => {
  const { user, card, params } = await bought();
  const { body } = await as(user)(makeGift, { params, body: { consent: true } });
  const token = new URL(body.data.url!).searchParams.get('token')!;
  expect((await visitor(openGift, { body: { token } })).body.data.code).toBe(card.code);
});

test('a code in a ticket is hidden, and a text without one needs no other process', async () => {
  const code = codeNumber(44_345_678_901);
  const { programme_id } = await staff.onSale([{ code, pin: '730415' }]);
  const user = await shop.createUser({ balance_cents: 20_000, tier: 2 });
  const [card] = await sql<{ id: string }[]>`select id from cards where programme_id = ${programme_id}`;
  expect((await as(user)(orders.placeOrder, { body: { ids: [card!.id] } })).status).toBe(201);
  const write = (body: string) =>
    as(user)(createTicket, { body: { category: 'other', subject: 'My card', body }, idempotencyKey: randomUUID() });
  const { body } = await write(`It says ${code} here`);
  const { body: seen } = await as(user)(getTicket, { params: { id: body.data.id } });
  expect(JSON.stringify(seen)).not.toContain(code);
  expect(JSON.stringify(seen)).toMatch(/\[card [2-9A-HJ-NP-Z]{8}\]/);
  await vault.stop();
  expect((await write('Hi.')).status).toBe(201);
  expect((await write(`It says ${code} here`)).status).toBe(503);
  await vault.startAgain();
});

test('a file is imported as a stream, refused while it is too long, and an account handed out as one', async () => {
  const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
  const programme = await staff.activeProgramme();
  const batch = await staff.openBatch(programme.id);
  const csv = ['code,pin,face_value', ...[1, 2, 3].map((n) => `${codeNumber(77_000_000_000 + n)},730415,25.00`)].join(
    '\n',
  );
  const upload = (text: string) => as(importer)(uploadImport, { params: { id: batch }, query: {}, body: chunks(text) });
  const checked = await upload(csv);
  expect([checked.status, checked.body.message]).toEqual([201, undefined]);
  const params = { id: checked.body.data.id };
  expect((await as(importer)(commitImport, { params })).status).toBe(202);
  await shop.runQueuedJobs();
  expect((await as(importer)(getImport, { params, query: {} })).body.data).toMatchObject({ state: 'committed' });
  expect(await sql`select from cards where batch_id = ${batch}`).toHaveLength(3);
  const limit = uploadImport.bodyLimitBytes;
  expect((await upload('x'.repeat(limit + 1))).status).toBe(413);
  // Refused before it was read.
  const elsewhere = { params: { id: randomUUID() }, query: {}, body: chunks('x'.repeat(limit - 1)) };
  expect((await as(importer)(uploadImport, elsewhere)).status).toBe(404);
  const buyer = await shop.createUser();
  const exported = await as(buyer)(exportAccount);
  expect([exported.status, exported.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ]);
  expect(JSON.stringify(exported.body)).toContain(buyer.username);
});

test('a limit holds for calls that are passed on', async () => {
  const user = await shop.createUser();
  const ask = () => as(user)(exportYear, { query: { year: '2026' } });
  for (let n = 0; n < exportYear.perMinute; n++) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('while the other process is away, browsing and buying go on, and the rest says that nothing is lost', async () => {
  const purchase = await bought();
  const buyer = await shop.createUser({ balance_cents: 5_000 });
  const [card] = await addCards(shop);
  await vault.stop();
  const away = await reveal(purchase);
  expect([away.status, away.body.message, away.headers.get('retry-after')]).toEqual([
    503,
    'This part of the shop is away for a moment. Nothing was changed, and nothing is lost: try again in a minute.',
    '20',
  ]);
  expect((await visitor(auth.login, { body: { username: buyer.username, password } })).status).toBe(503);
  expect((await as(buyer)(listCards, { query: {} })).status).toBe(200);
  expect((await as(buyer)(addToCart, { body: { ids: [card!.id] } })).status).toBe(200);
  expect((await as(buyer)(orders.placeOrder, { body: { ids: [card!.id] } })).status).toBe(201);
  await vault.startAgain();
  expect((await reveal(purchase)).body.data.code).toBe(purchase.card.code);
});

test('a foreign token or none gets no further through the other process', async () => {
  const { params } = await bought();
  for (const user of [null, { token: 'a'.repeat(43) }])
    expect((await as(user)(orders.revealCard, { params, body: { consent: true } })).status).toBe(401);
});

let user: TestUser;
beforeAll(async () => {
  await followDevChain(shop.ctx, await startDevChain());
  user = await shop.createUser();
});
const body = { coin: 'ETH' as const, amount_cents: 1000 };
const pay = async () => (await as(user)(createPayment, { body })).body.data;

test('a repeated request gets the reply that was kept', async () => {
  const ask = () => as(user)(createPayment, { body, idempotencyKey: 'twice' });
  const [first, second] = [await ask(), await ask()];
  expect(second.body.data.id).toBe(first.body.data.id);
  expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
});

test('an address is issued and shown', async () => {
  const { id, address } = await pay();
  expect(address).toMatch(/^0x/);
  expect((await as(user)(getPayment, { params: { id } })).body.data.address).toBe(address);
});

test('with all that a web process has, nobody vouches for an address, a true one of another buyer’s either', async () => {
  const thief = await shop.createUser();
  const { body: own } = await as(thief)(createPayment, { body });
  const [{ id }, address] = [await pay(), own.data.address];
  const [row] = await sql<{ id: string; account_id: number; index: number; key: string }[]>`
    select id, account_id, index, key from deposit_addresses where address = ${address}`;
  const stolen = { ...shop.ctx.vault, own: shop.served_by.vault } as Vault;
  const mac = macOfAddress(stolen, { coin: 'ETH', user_id: user.id, ...row! });
  await expect(shop.served_by.sql`update deposit_addresses set mac = ${mac}`).rejects.toThrow('permission denied');
  // Even where somebody got the rows in.
  await sql`update deposit_addresses set paid_at = now() where user_id = ${user.id}`;
  await sql`update deposit_addresses set user_id = ${user.id}, mac = ${mac} where id = ${row!.id}`;
  await sql`update payments set address_id = ${row!.id} where id = ${id}`;
  const { body: shown } = await as(user)(getPayment, { params: { id } });
  expect([shown.data.address, shown.data.refused === null]).toEqual(['', false]);
});

test('whatever a worker without keys repeats, it has the rights for', async () => {
  const from = shop.logged.length;
  const worker = await startWorker({ ctx: shop.served_by, vault: null, databaseUrl: shop.web_url });
  // Waits for the first run of everything.
  await worker.stop();
  const errors = shop.logged
    .slice(from)
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50);
  // Nobody paid in what the buyers of this file have, and it finds that.
  expect(errors.map(({ msg }) => msg)).toEqual(['the reconciliation leaves something unexplained']);
});

test('a seller is paid', async () => {
  const { id } = await verified();
  await payTo(id);
  const [card] = await onSale(id, 1);
  await buy(await newBuyer(), [card!.id]);
  await days(17);

  await releaseShares(shop.ctx);
  await proposed(id);
  await shop.refresh(second);
  const [open] = await sql<{ id: string; subject: string }[]>`
    select id, subject from proposals where kind = 'payout.approval' and facts ->> 'seller_id' = ${id}`;
  const body = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Compared with the statement' };
  expect((await as(second)(decidePayout, { params: { id: open!.subject }, body })).status).toBe(200);
});
