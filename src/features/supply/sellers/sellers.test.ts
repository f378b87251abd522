import { expect, test } from 'vitest';
import { returnCard } from '#contracts/shop/orders.ts';
import { openBatch } from '#contracts/supply/batches.ts';
import { commitImport, uploadImport } from '#contracts/supply/imports.ts';
import * as contract from '#contracts/supply/sellers.ts';
import { getBatch, listBatchCards, listBatches, stockReport } from '#contracts/supply/stock.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { chunks } from '#tests/support/staff.ts';
import { RETURN_WINDOW_MS } from '../../shop/orders/get-order.ts';
import { verifySellers } from './books/verify-sellers.ts';
import { releaseShares } from './shares/release-shares.ts';
import { COMMISSION } from './shares/seller-account.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const { apply, ask, decide, verified, onSale, newBuyer, buy, reveal, payment, days, staff } = world;
const read = async (id: string, by: TestUser = world.importer) =>
  (await shop.as(by)(contract.getSeller, { params: { id } })).body.data;
const balances = async (id: string) => (await read(id)).balances;
const giveBack = (buyer: TestUser, id: string, card_id: string) =>
  shop.as(buyer)(returnCard, { params: { id, card_id } });

async function balanced() {
  expect(await verifySellers(sql)).toEqual([]);
  expect((await verifyLedger(sql)).problems).toEqual([]);
}

test('a seller is recorded with the tax id sealed, and verified by two people who did not record them', async () => {
  const { id, ...seller } = await apply();
  expect(seller).toMatchObject({ state: 'applied', tax_id_hint: '…907', verification: null, login: null });
  expect(JSON.stringify(await sql`select to_jsonb(s) from sellers s where id = ${id}`)).not.toMatch(/811 ?907/);
  expect((await decide(id)).status).toBe(409);
  expect((await ask(id)).body.data.proposal).toMatchObject({ kind: 'seller.verification', reference: 'REG-EXTRACT-7' });
  expect((await ask(id)).status).toBe(409);
  const own = await decide(id, world.importer);
  expect(own.status).toBe(403);
  expect((await decide(id, world.approver, 'rejected')).body.data).toMatchObject({ state: 'applied', proposal: null });
  await ask(id);
  const done = await decide(id);
  expect(done.body.data).toMatchObject({
    state: 'verified',
    verification: { proposed_by: world.importer.username, approved_by: world.approver.username },
  });
  expect((await ask(id)).status).toBe(409);
});

test('the database verifies nobody without the approval of somebody else', async () => {
  const { id } = await apply();
  await expect(sql`update sellers set state = 'verified' where id = ${id}`).rejects.toThrow(/not approved/);
  await expect(sql`update sellers set state = 'suspended' where id = ${id}`).rejects.toThrow(/can't become/);
});

test('a new contact counts after 72 hours, unless somebody sets the old one again, and the old one is told', async () => {
  const old = 'treasurer@harbour.example';
  const { id } = await verified({ contact_email: old });
  const change = async (contact_email: string, by = world.importer, seller = id) => {
    await shop.refresh(by);
    const body = { contact_email, reason: 'By letter of the seller' };
    return shop.as(by)(contract.changeContact, { params: { id: seller }, body });
  };
  expect((await change('thief@evil.example', world.approver)).status).toBe(403);
  expect((await change('thief@evil.example', world.importer, crypto.randomUUID())).status).toBe(404);
  expect((await change('nobody')).status).toBe(422);
  const changed = await change('Thief@evil.example');
  expect(changed.body.data).toMatchObject({ contact_email: old, next_contact: { email: 'thief@evil.example' } });
  await shop.runQueuedJobs();
  const told = await sql<{ recipient: string; text_body: string }[]>`
    select recipient, text_body from mailbox where subject = 'Your contact address was changed'`;
  expect(told).toMatchObject([{ recipient: old, text_body: expect.stringContaining('thief@evil.example') }]);
  await days(2);
  await change(old);
  await days(2);
  expect(await read(id)).toMatchObject({ contact_email: old, next_contact: { email: old } });
  await change('office@harbour.example');
  await days(3);
  expect(await read(id)).toMatchObject({ contact_email: 'office@harbour.example', next_contact: null });
  await world.payTo(id);
  await shop.runQueuedJobs();
  expect(await sql`select recipient from mailbox order by id desc limit 1`).toEqual([
    { recipient: 'office@harbour.example' },
  ]);
  const { id: applied } = await apply();
  expect((await change('early@harbour.example', world.importer, applied)).body.data).toMatchObject({
    contact_email: 'early@harbour.example',
    next_contact: null,
  });
  await ask(applied);
  expect((await change('late@harbour.example', world.importer, applied)).body.data).toMatchObject({
    contact_email: 'early@harbour.example',
    next_contact: { email: 'late@harbour.example' },
  });
  const details = await sql`select details from audit_entries where action = 'seller.contact_changed'`;
  expect(JSON.stringify(details)).not.toContain('example');
});

test('evidence of tomorrow, a seller who is nowhere, and facts out of bounds are refused', async () => {
  const { id } = await apply();
  const nobody = crypto.randomUUID();
  const body = { reference: 'REG-1', checked_on: '2999-01-01', reason: 'Checked' };
  const late = await shop.as(world.importer)(contract.proposeVerification, { params: { id }, body });
  expect(Object.keys(late.body.errors ?? {})).toEqual(['checked_on']);
  expect((await ask(nobody)).status).toBe(404);
  expect((await shop.as(world.importer)(contract.getSeller, { params: { id: nobody } })).status).toBe(404);
  for (const wrong of [{ commission_bp: 9001 }, { reserve_bp: 5001 }, { country: 'de' }, { contact_email: 'nobody' }]) {
    const { status, body: refusal } = await shop.as(world.importer)(contract.addSeller, {
      body: { ...world.facts, ...wrong },
    });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, Object.keys(wrong)]);
  }
});

test('files for the batch of an unverified seller can be judged, but not imported', async () => {
  const { id } = await apply({ legal_name: 'Harbour Vouchers Ltd' });
  const { id: programme_id } = await staff.activeProgramme();
  const { evidence_sha256, ...facts } = staff.batchFacts(programme_id);
  const opened = await shop.as(world.importer)(openBatch, {
    body: {
      ...facts,
      seller_id: id,
      authorised_until: null,
      evidence_sha256: evidence_sha256.toString('hex'),
    } as never,
    idempotencyKey: crypto.randomUUID(),
  });
  expect(opened.body.data.seller).toEqual({ id, legal_name: 'Harbour Vouchers Ltd' });
  const file = chunks('code,pin,face_value\nAB2CD-EF3GH-JK4LM,730415,25.00\n');
  const params = { id: opened.body.data.id };
  const judged = await shop.as(world.importer)(uploadImport, { params, body: file });
  const commit = () => shop.as(world.importer)(commitImport, { params: { id: judged.body.data.id } });
  const refused = await commit();
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Seller Harbour Vouchers Ltd isn't verified. Two people have to verify a seller before their cards can be imported or sold.",
  ]);
  await ask(id);
  await decide(id);
  expect((await commit()).status).toBe(202);
});

test('a batch stays with its seller, and has no purchase cost', async () => {
  const { id } = await verified();
  const { id: programme_id } = await staff.activeProgramme();
  await expect(staff.openBatch(programme_id, { seller_id: id, cost_bp: 9000 })).rejects.toThrow();
  const batch = await staff.openBatch(programme_id, { seller_id: id });
  await expect(sql`update batches set seller_id = null where id = ${batch}`).rejects.toThrow(/stays with its seller/);
});

test('a sale splits the price into the commission and the share, by the terms of that moment', async () => {
  const { id } = await verified();
  const buyer = await newBuyer();
  const [first, second] = await onSale(id, 2);
  const before = await balanceOf(sql, COMMISSION);
  const { price_cents } = first!;
  await buy(buyer, [first!.id]);
  const commission = Math.round(price_cents / 10);
  expect(await balances(id)).toMatchObject({
    pending_cents: price_cents - commission,
    owed_cents: price_cents - commission,
  });
  expect((await balanceOf(sql, COMMISSION)) - before).toBe(commission);
  const terms = { commission_bp: 2000, returns_borne_by: 'seller' as const, reserve_bp: 0, reserve_days: 0 };
  const body = { ...terms, minimum_payout_cents: 100, reason: 'New contract' };
  const proposal = await shop.as(world.importer)(contract.proposeTerms, { params: { id }, body });
  expect(proposal.body.data.proposal).toMatchObject({ kind: 'seller.terms', terms: { commission_bp: 2000 } });
  expect((await decide(id)).body.data.terms).toMatchObject(terms);
  await buy(buyer, [second!.id]);
  const lines = await sql`
    select commission_bp, returns_borne_by from seller_lines where seller_id = ${id} order by line_id`;
  expect(lines).toEqual([
    { commission_bp: 1000, returns_borne_by: 'shop' },
    { commission_bp: 2000, returns_borne_by: 'seller' },
  ]);
  expect((await read(id)).year).toEqual({ cards: 2, price_cents: 2 * price_cents });
  await balanced();
});

test("the shop's own cards in the same order are its own", async () => {
  const { id } = await verified();
  const [[theirs], [own]] = [await onSale(id), await onSale(null)];
  const order = await buy(await newBuyer(), [theirs!.id, own!.id]);
  const lines = await sql`
    select s.seller_id from order_lines l left join seller_lines s on s.line_id = l.id where l.order_id = ${order.id}`;
  expect(lines.filter(({ seller_id }) => seller_id === id)).toHaveLength(1);
  expect(lines.filter(({ seller_id }) => seller_id === null)).toHaveLength(1);
  await balanced();
});

test('the share is available once the guarantee has ended, but for the reserve, which follows after its days', async () => {
  const { id } = await verified({ commission_bp: 0, reserve_bp: 2000, reserve_days: 30 });
  const buyer = await newBuyer();
  const [revealed, kept] = await onSale(id, 2);
  const share = revealed!.price_cents;
  const reserve = Math.floor(share / 5);
  const order = await buy(buyer, [revealed!.id, kept!.id]);
  await reveal(buyer, order.id, revealed!.id);
  shop.clock.advance(DAY_MS - 1000);
  await releaseShares(shop.ctx);
  expect(await balances(id)).toMatchObject({ pending_cents: 2 * share, available_cents: 0 });
  shop.clock.advance(1000);
  await releaseShares(shop.ctx);
  await releaseShares(shop.ctx);
  expect(await balances(id)).toMatchObject({
    pending_cents: share,
    available_cents: share - reserve,
    reserved_cents: reserve,
  });
  // The other is due a day of guarantee after its last hour of return.
  shop.clock.advance(RETURN_WINDOW_MS);
  await releaseShares(shop.ctx);
  expect(await balances(id)).toMatchObject({ pending_cents: 0, available_cents: 2 * (share - reserve) });
  await days(30);
  await releaseShares(shop.ctx);
  expect(await balances(id)).toMatchObject({ available_cents: 2 * share, reserved_cents: 0, owed_cents: 2 * share });
  await balanced();
});

test('a card revealed after its last day of return keeps its money pending until its guarantee has ended', async () => {
  const { id } = await verified({ commission_bp: 0 });
  const buyer = await newBuyer();
  const [late] = await onSale(id, 1, '25.00', 72);
  const order = await buy(buyer, [late!.id]);
  await days(16);
  await reveal(buyer, order.id, late!.id);
  await days(2);
  await releaseShares(shop.ctx);
  expect((await balances(id)).available_cents).toBe(0);
  await days(1);
  await releaseShares(shop.ctx);
  expect((await balances(id)).available_cents).toBe(late!.price_cents);
  await balanced();
});

test('a card that its issuer called unusable, and a paused batch, keep their money pending', async () => {
  const { id } = await verified();
  const [bad, good] = await onSale(id, 2);
  await buy(await newBuyer(), [bad!.id, good!.id]);
  await days(20);
  await sql`update cards set unusable_at = now() where id = ${bad!.id}`;
  await sql`update batches set state = 'paused' where seller_id = ${id}`;
  await releaseShares(shop.ctx);
  expect((await balances(id)).available_cents).toBe(0);
  await sql`update batches set state = 'approved' where seller_id = ${id}`;
  await releaseShares(shop.ctx);
  const { pending_cents, available_cents } = await balances(id);
  expect(pending_cents).toBe(available_cents);
});

test.each([
  ['shop', 0],
  ['seller', -1],
] as const)('where the %s bears returns, a returned card leaves the seller with what is due', async (bearer, sign) => {
  const { id } = await verified({ returns_borne_by: bearer });
  const buyer = await newBuyer();
  const [card] = await onSale(id);
  const before = await balanceOf(sql, COMMISSION);
  const commission = Math.round(card!.price_cents / 10);
  const order = await buy(buyer, [card!.id]);
  expect((await giveBack(buyer, order.id, card!.id)).status).toBe(200);
  expect(await balances(id)).toMatchObject({ pending_cents: 0, owed_cents: sign * commission });
  expect((await balanceOf(sql, COMMISSION)) - before).toBe(sign === 0 ? 0 : commission);
  // On sale again, and what is owed is carried forward.
  await buy(buyer, [card!.id]);
  expect((await balances(id)).owed_cents).toBe(card!.price_cents - commission + sign * commission);
  await balanced();
});

test('whoever signs in for a seller sees their own batches and page, and no others', async () => {
  const [mine, theirs] = [await verified(), await verified()];
  const [[card], [other]] = [await onSale(mine.id), await onSale(theirs.id)];
  await buy(await newBuyer(), [card!.id]);
  const login = await shop.createUser({ role: 'admin', duties: ['seller'] });
  expect((await shop.as(login)(listBatches)).body.data).toEqual([]);
  await shop.refresh(world.approver);
  const link = (username: string, id = mine.id) =>
    shop.as(world.approver)(contract.linkLogin, { params: { id }, body: { username, reason: 'As agreed' } });
  expect(Object.keys((await link(world.importer.username)).body.errors ?? {})).toEqual(['username']);
  expect((await link(login.username)).body.data.login).toMatchObject({ username: login.username });
  expect(Object.keys((await link(login.username, theirs.id)).body.errors ?? {})).toEqual(['username']);
  const { data } = (await shop.as(login)(listBatches)).body;
  expect(data.map(({ seller }) => seller?.id)).toEqual([mine.id]);
  expect((await shop.as(login)(stockReport)).body.data).toMatchObject({ batches: 1, counts: { sold: 1 } });
  const [foreign] = await sql<{ batch_id: string }[]>`select batch_id from cards where id = ${other!.id}`;
  const [own, params] = [{ id: data[0]!.id }, { id: foreign!.batch_id }];
  for (const [call, expected, which] of [
    [getBatch, 200, own],
    [getBatch, 404, params],
    [listBatchCards, 200, own],
    [listBatchCards, 404, params],
    [contract.getSeller, 200, { id: mine.id }],
    [contract.getSeller, 404, { id: theirs.id }],
  ] as const) {
    expect((await shop.as(login)(call, { params: which })).status).toBe(expected);
  }
  expect((await payment(mine.id, login)).seller.id).toBe(mine.id);
  expect((await world.payTo(theirs.id, undefined, undefined, login)).status).toBe(404);
  expect((await world.payTo(mine.id, undefined, undefined, login)).status).toBe(200);
});

test('a suspended seller sells nothing until two people verify them again; one who is owed nothing can be ended', async () => {
  const { id } = await verified();
  const [card] = await onSale(id);
  await shop.refresh(world.approver);
  const body = { reason: 'Complaints' };
  const suspend = () => shop.as(world.approver)(contract.suspendSeller, { params: { id }, body });
  const end = () => shop.as(world.approver)(contract.endSeller, { params: { id }, body });
  expect((await suspend()).body.data.state).toBe('suspended');
  expect((await suspend()).status).toBe(409);
  expect(await sql`select state from cards where id = ${card!.id}`).toEqual([{ state: 'paused' }]);
  await ask(id);
  expect((await decide(id)).body.data.state).toBe('verified');
  expect((await end()).body.message).toMatch(/batches/);
  await sql`update batches set state = 'withdrawn' where seller_id = ${id}`;
  expect((await end()).body.data.state).toBe('ended');
  expect((await end()).status).toBe(409);
  expect((await ask(id)).status).toBe(409);
});

test('the list and the yearly report name each seller with what they sold', async () => {
  const { id } = await verified({ legal_name: 'Aaron Gift Cards' });
  const [card] = await onSale(id);
  await buy(await newBuyer(), [card!.id]);
  const { data } = (await shop.as(world.payer)(contract.listSellers, { query: { state: 'verified' } })).body;
  expect(data.find((seller) => seller.id === id)).toMatchObject({
    batches: 1,
    year: { cards: 1 },
    sold_90d: 1,
    claims_90d: 0,
  });
  const year = String(shop.clock.now().getUTCFullYear());
  await shop.refresh(world.payer);
  const report = (await shop.as(world.payer)(contract.sellerReport, { query: { year } })).body.data;
  expect(report.find((seller) => seller.id === id)).toMatchObject({
    cards: 1,
    price_cents: card!.price_cents,
    returned_cards: 0,
    paid_cents: 0,
    commission_cents: Math.round(card!.price_cents / 10),
  });
});
