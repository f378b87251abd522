import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import * as contract from '#contracts/desk/claims.ts';
import { answerTicket, getDeskTicket, reviewComment } from '#contracts/desk/desk.ts';
import { eraseAccount, exportAccount, getEraseLoss } from '#contracts/identity/account.ts';
import { getOrder, placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import { listWallet } from '#contracts/shop/wallet.ts';
import { pauseBatch, releaseBrake, resumeBatch, withdrawBatch } from '#contracts/supply/batches.ts';
import { listSellers } from '#contracts/supply/sellers.ts';
import { listBatches, stockReport } from '#contracts/supply/stock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { isGenuine } from '#platform/vault/row-seal.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { codeNumber } from '#tests/support/staff.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';
import { startIssuer } from '../../demo/issuer/start-issuer.ts';
import { codeDigest } from '../../oversight/import-guard/code-digest.ts';
import { answerEvidence } from '../../supply/issuers/cards/answer-evidence.ts';
import { releaseShares } from '../../supply/sellers/shares/release-shares.ts';

const adapter_secret = 'shared with the issuer alone';
const issuer = await startIssuer({ secretOf: () => adapter_secret, now: () => shop.clock.now() });
afterAll(issuer.stop);
const shop = await createTestShop({
  issuer_demo_url: issuer.url,
  issuer_limits: { timeout_ms: 5_000, retry_ms: 1, pause_ms: 1 },
});
const { sql } = shop;
const sellers = await createSellers(shop);
const { staff } = sellers;
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
let serial = 9000;

beforeEach(async () => {
  await sql`update sessions set confirmed_at = ${shop.clock.now()}, last_used_at = ${shop.clock.now()},
    expires_at = ${new Date(shop.clock.now().getTime() + 90 * DAY_MS)}`;
});

interface World {
  buyer: TestUser;
  order: string;
  params: { id: string; card_id: string };
  card: string;
  digest: string;
  reference: string;
  batch_id: string;
  programme_id: string;
}

/** Cards of a new programme whose issuer can be asked, on sale; a buyer has the first of them. */
async function bought({
  cards = 1,
  ordered = 1,
  adapter = true,
  revealed = true,
  guarantee_hours = 24,
  seller_id = null as string | null,
} = {}): Promise<World> {
  const codes = Array.from({ length: cards }, () => codeNumber(++serial * 7919));
  const asked = adapter ? { adapter_url: 'https://issuer.example/api', adapter_secret } : {};
  const stock = await staff.onSale(
    codes.map((code) => ({ code })),
    { programme: { guarantee_hours, ...asked }, batch: { seller_id } },
  );
  await shop.runQueuedJobs();
  const buyer = await shop.createUser({ tier: 2, balance_cents: 500_000 });
  const offered = await sql<{ id: string; blind_index: Buffer }[]>`
    select id, blind_index from cards where batch_id = ${stock.batch_id} and state = 'available'
    order by id limit ${ordered}`;
  const { id: card, blind_index } = offered[0]!;
  const digest = codes.map(codeDigest).find((one) => shop.ctx.vault.blindIndex(one).equals(blind_index))!;
  const [{ registration_ref: reference }] = await sql<[{ registration_ref: string }]>`
    select registration_ref from programmes where id = ${stock.programme_id}`;
  const { body } = await shop.as(buyer)(placeOrder, {
    body: { ids: offered.map(({ id }) => id) },
    idempotencyKey: randomUUID(),
  });
  const order = body.data.id;
  const world = {
    buyer,
    order,
    card,
    params: { id: order, card_id: card },
    digest,
    reference,
    ...stock,
  };
  if (revealed) await reveal(world);
  return world;
}
const reveal = ({ buyer, params }: World) => shop.as(buyer)(revealCard, { params, body: { consent: true } });
const check = ({ buyer, card }: World, by = buyer) => shop.as(by)(contract.checkCard, { params: { id: card } });
const claim = ({ buyer, params }: World, { by = buyer, idempotencyKey = randomUUID() as string } = {}) =>
  shop.as(by)(contract.claimCard, { params, body: { reason: 'spent', note: 'It says empty.' }, idempotencyKey });
const read = async ({ buyer, order }: World) =>
  (await shop.as(buyer)(getOrder, { params: { id: order } })).body.data.cards[0]!;
const balance = ({ buyer }: World) => balanceOf(sql, { kind: 'available', owner_id: buyer.id });
const stateOf = async ({ card }: World) =>
  (await sql<[{ state: string }]>`select state from cards where id = ${card}`)[0].state;
const hoursAgo = (hours: number) => new Date(shop.clock.now().getTime() - hours * HOUR_MS).toISOString();
const spentBefore = () => ({ balance_cents: 0, redeemed_at: hoursAgo(2) });
async function pass(ms: number): Promise<void> {
  shop.clock.advance(ms);
  await sql`update sessions set last_used_at = ${shop.clock.now()}, confirmed_at = ${shop.clock.now()},
    expires_at = ${new Date(shop.clock.now().getTime() + DAY_MS)}`;
}
/** Has the jobs that are due by the shop's clock run now: the queue goes by the database's. */
async function runDue(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at <= ${shop.clock.now()}`;
  await shop.runQueuedJobs();
}
/** Proposes to refund some of the order by hand; the answer agrees. */
async function proposeByHand({ buyer: { id }, order }: World, cents: number) {
  const [{ number }] = await sql<[{ number: number }]>`select number from orders where id = ${order}`;
  const reason = 'One of two does not work.';
  await shop.as(support)(proposeAdjustment, {
    params: { id },
    body: { cents, cause: 'refund', order_number: number, reason },
  });
  const [proposal] = await sql<[{ id: string }]>`
    select id from proposals where subject = ${id} and kind = 'balance.adjust' and decision is null`;
  const body = { proposal_id: proposal.id, decision: 'approved' as const, reason };
  return () => shop.as(approver)(decideAdjustment, { params: { id }, body });
}
const erase = ({ buyer: { username }, buyer }: World) =>
  shop.as(buyer)(eraseAccount, { body: { username, give_up: true } });
async function locksWaitedFor(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`;
  return row.count;
}
async function balanced() {
  expect((await verifyLedger(sql)).problems).toEqual([]);
  expect((await verifyBooks(sql, booksOf(false))).filter((line) => !/top_up|top-up/.test(line))).toEqual([]);
}

describe('a check', () => {
  it('says what the issuer says, with what is left and when it was asked', async () => {
    const world = await bought();
    issuer.settle(world.digest, 'active', { balance_cents: 2500 });
    const { status, body } = await check(world);
    expect([status, body.data]).toMatchObject([
      200,
      {
        can_ask: true,
        status: 'active',
        balance_cents: 2500,
        asked_at: shop.clock.now().toISOString(),
        covers: 'person',
      },
    ]);
    expect((await read(world)).issuer).toMatchObject({ status: 'active', balance_cents: 2500 });
    const wallet = (await shop.as(world.buyer)(listWallet)).body.data;
    expect(wallet).toMatchObject([{ id: world.card, left_cents: 2500, left_at: shop.clock.now().toISOString() }]);
    const [kept] = await sql`
        select sealed from issuer_answers where line_id = (select id from order_lines where card_id = ${world.card})`;
    expect(Buffer.from(kept!.sealed).includes(world.digest)).toBe(false);
    await expect(sql`update issuer_answers set status = 'unknown'`).rejects.toThrow(/append-only/);
  });

  it('is a 404 for a card that somebody else bought, and a 409 for one that was given back', async () => {
    const world = await bought({ revealed: false });
    const stranger = await shop.createUser();
    const before = issuer.asked();
    expect((await check(world, stranger)).status).toBe(404);
    await shop.as(world.buyer)(returnCard, { params: world.params });
    expect((await check(world)).status).toBe(409);
    expect(issuer.asked()).toBe(before);
  });

  it('asks once a minute and ten times a day', async () => {
    const world = await bought();
    const before = issuer.asked();
    const answers = [];
    for (let minute = 0; minute < 11; minute++) {
      answers.push((await check(world)).status, (await check(world)).status);
      await pass(MINUTE_MS);
    }
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(answers.slice(20)).toEqual([429, 429]);
    expect(issuer.asked() - before).toBe(10);
    expect((await check(world)).headers.get('retry-after')).not.toBeNull();
  });

  it('asks once for ten questions at a time', async () => {
    const world = await bought();
    const before = issuer.asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => check(world)));
    expect(issuer.asked() - before).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  it('shows the last answer while the issuer is silent, and the guarantee stands still until it answers', async () => {
    const world = await bought();
    await check(world);
    await pass(MINUTE_MS);
    issuer.play(world.reference, 'failing');
    const asked_at = new Date(shop.clock.now().getTime() - MINUTE_MS).toISOString();
    const failed = (await check(world)).body.data;
    expect(failed).toMatchObject({ status: 'active', asked_at, failed_at: shop.clock.now().toISOString() });
    const { ends_at, stopped_at } = (await read(world)).guarantee!;
    expect(stopped_at).toBe(shop.clock.now().toISOString());
    await pass(2 * DAY_MS);
    const later = (await read(world)).guarantee!;
    expect([later.state, Date.parse(later.ends_at!) - Date.parse(ends_at!)]).toEqual(['running', 2 * DAY_MS]);
    issuer.play(world.reference, 'active');
    await runDue();
    const runs = (await read(world)).guarantee!;
    expect(runs).toEqual({ ...later, stopped_at: null });
    await pass(DAY_MS);
    expect((await read(world)).guarantee!.state).toBe('expired');
    expect((await claim(world)).status).toBe(409);
  });

  it('says that the issuer of a programme without an adapter can not be asked', async () => {
    const world = await bought({ adapter: false });
    expect((await check(world)).body.data).toMatchObject({ can_ask: false, status: null, covers: 'person' });
  });
});

describe('the guarantee', () => {
  it('is upcoming until the first reveal, runs for the hours of the sale, and a job records what was delivered', async () => {
    const world = await bought({ revealed: false, guarantee_hours: 3 });
    expect((await read(world)).guarantee).toEqual({
      state: 'upcoming',
      hours: 3,
      starts_at: null,
      ends_at: null,
      stopped_at: null,
    });
    await sql`update programmes set guarantee_hours = 1 where id = ${world.programme_id}`.catch(() => undefined);
    const before = issuer.asked();
    await reveal(world);
    expect(issuer.asked()).toBe(before);
    await runDue();
    expect(issuer.asked()).toBe(before + 1);
    const { guarantee, issuer: word } = await read(world);
    expect(guarantee).toMatchObject({
      state: 'running',
      ends_at: new Date(shop.clock.now().getTime() + 180 * MINUTE_MS).toISOString(),
    });
    expect(word.status).toBe('active');
    await pass(180 * MINUTE_MS);
    expect((await read(world)).guarantee?.state).toBe('expired');
  });

  it('tells its buyer of a card that could not be used when it was delivered, whose claim is then refunded', async () => {
    const world = await bought();
    issuer.settle(world.digest, 'unknown', { redeemed_at: undefined });
    await runDue();
    const told = await sql`select title ->> 'key' as key from notifications where user_id = ${world.buyer.id}`;
    expect(told).toEqual([{ key: 'delivery.bad' }]);
    await pass(2 * MINUTE_MS);
    expect((await claim(world)).body.data.state).toBe('refunded');
  });

  it('keeps what was delivered while the issuer was silent, once it answers', async () => {
    const first = await bought({ cards: 2, revealed: false });
    const [{ id: card }] = await sql<[{ id: string }]>`
      select id from cards where batch_id = ${first.batch_id} and state = 'available' and not canary limit 1`;
    const { body } = await shop.as(first.buyer)(placeOrder, { body: { ids: [card] }, idempotencyKey: randomUUID() });
    const second = { ...first, card, order: body.data.id, params: { id: body.data.id, card_id: card } };
    issuer.play(first.reference, 'failing');
    for (const world of [first, second]) await reveal(world);
    await runDue();
    issuer.play(first.reference, 'active');
    for (let minutes = 0; minutes < 12; minutes += 6) {
      await pass(6 * MINUTE_MS);
      await runDue();
    }
    issuer.play(first.reference, 'inactive');
    for (const world of [first, second]) expect((await claim(world)).body.data.state).toBe('open');
  });

  it('reminds its buyer once, in its last quarter', async () => {
    const world = await bought();
    await runDue();
    const reminders = () =>
      sql`select from notifications where user_id = ${world.buyer.id} and title ->> 'key' = 'guarantee.ending'`;
    await pass(17 * HOUR_MS);
    await runDue();
    expect(await reminders()).toHaveLength(0);
    await pass(61 * MINUTE_MS);
    await runDue();
    await runDue();
    expect(await reminders()).toHaveLength(1);
    expect(
      await sql`select from mailbox where recipient = ${world.buyer.email} and subject like '%guarantee%'`,
    ).toHaveLength(1);
  });
});

describe('a claim', () => {
  it('is refunded at once for a card that never could be used, and the card is void', async () => {
    const world = await bought();
    const before = await balance(world);
    issuer.settle(world.digest, 'inactive');
    const idempotencyKey = randomUUID();
    const { status, body } = await claim(world, { idempotencyKey });
    const { price_cents } = await read(world);
    expect([status, body.data]).toMatchObject([201, { state: 'refunded', refund_cents: price_cents }]);
    expect((await balance(world)) - before).toBe(price_cents);
    expect(await stateOf(world)).toBe('void');
    expect(await read(world)).toMatchObject({ state: 'refunded', guarantee: null, claim: { state: 'refunded' } });
    const again = await claim(world, { idempotencyKey });
    expect([again.headers.get('idempotent-replayed'), again.body.data.id]).toEqual(['true', body.data.id]);
    await balanced();
  });

  it('is refunded at once for a card that was empty before its buyer knew the code', async () => {
    const world = await bought();
    issuer.settle(world.digest, 'redeemed', spentBefore());
    expect((await claim(world)).body.data.state).toBe('refunded');
  });

  it.each([
    ['a card that works', 'active', {}],
    ['a card spent after the reveal', 'redeemed', () => ({ balance_cents: 0, redeemed_at: hoursAgo(0) })],
    [
      'one spent so shortly before it that clocks may differ',
      'redeemed',
      () => ({ balance_cents: 0, redeemed_at: hoursAgo(0.05) }),
    ],
    ['one with something left on it', 'redeemed', () => ({ ...spentBefore(), balance_cents: 100 })],
    ['one whose balance the issuer does not say', 'redeemed', () => ({ redeemed_at: hoursAgo(2) })],
    ['one whose redemption has no time', 'redeemed', () => ({ balance_cents: 0 })],
    [
      'one that the issuer calls inactive without saying that it was never redeemed',
      'inactive',
      () => ({ redeemed_at: undefined }),
    ],
    ['one redeemed and blocked', 'inactive', () => ({ redeemed_at: hoursAgo(0) })],
  ] as const)('goes to a person with its proof for %s', async (_what, status, more) => {
    const world = await bought();
    const before = await balance(world);
    issuer.settle(world.digest, status, typeof more === 'function' ? more() : more);
    const { body } = await claim(world);
    expect(body.data).toMatchObject({ state: 'open', refund_cents: 0, ticket_id: expect.any(String) });
    expect(await balance(world)).toBe(before);
    const [ticket] =
      await sql`select proof, reference_kind, reference_id from tickets where id = ${body.data.ticket_id}`;
    expect(ticket).toMatchObject({
      reference_kind: 'card',
      reference_id: world.card,
      proof: { claim_id: body.data.id, status, sold_at: expect.any(String), revealed_at: expect.any(String) },
    });
    expect(JSON.stringify(ticket)).not.toContain(world.digest);
  });

  it('goes to a person where the card worked when it was delivered', async () => {
    const world = await bought();
    await runDue();
    issuer.settle(world.digest, 'inactive');
    await pass(MINUTE_MS);
    expect((await claim(world)).body.data.state).toBe('open');
    const other = await bought();
    await runDue();
    issuer.settle(other.digest, 'redeemed', spentBefore());
    await pass(MINUTE_MS);
    expect((await claim(other)).body.data.state).toBe('open');
  });

  it('goes to a person where a card that was inactive at delivery was redeemed later', async () => {
    const world = await bought();
    issuer.settle(world.digest, 'inactive');
    await runDue();
    await pass(2 * MINUTE_MS);
    issuer.settle(world.digest, 'inactive', { redeemed_at: hoursAgo(0) });
    expect((await claim(world)).body.data.state).toBe('open');
  });

  it('goes to a person where support refunded some of the order by hand, perhaps for that card', async () => {
    const world = await bought({ cards: 2, ordered: 2 });
    const { price_cents } = await read(world);
    await (await proposeByHand(world, price_cents))();
    const before = await balance(world);
    issuer.settle(world.digest, 'inactive');
    const { data } = (await claim(world)).body;
    expect(data).toMatchObject({ state: 'open', refund_cents: 0 });
    expect(await balance(world)).toBe(before);
    const shown = await shop.as(support)(contract.getClaim, { params: { id: data.id } });
    expect(shown.body.data.refunded_by_hand_cents).toBe(price_cents);
  });

  it('goes to a person where the issuer can not be asked', async () => {
    expect((await claim(await bought({ adapter: false }))).body.data.state).toBe('open');
  });

  it('loses its note with the text that staff removes from its ticket, and with no other', async () => {
    const { data } = (await claim(await bought({ adapter: false }))).body;
    const params = { id: data.ticket_id! };
    await shop.as(support)(answerTicket, { params, body: { body: 'We look into it.' } });
    const { comments } = (await shop.as(support)(getDeskTicket, { params })).body.data;
    const left = [];
    for (const { id } of comments.toReversed()) {
      await shop.as(support)(reviewComment, { params: { id }, body: { decision: 'removed' } });
      left.push((await shop.as(support)(contract.getClaim, { params: { id: data.id } })).body.data.note);
    }
    expect(left).toEqual(['It says empty.', '']);
  });

  it.each(['forging', 'replaying', 'stale', 'contradicting', 'incomplete', 'garbled', 'failing'] as const)(
    'waits for an answer that counts: %s',
    async (scenario) => {
      const world = await bought();
      issuer.settle(world.digest, 'inactive');
      if (scenario === 'replaying') await check(await bought());
      await check(world);
      await sql`delete from throttles`;
      await pass(2 * MINUTE_MS);
      issuer.play(world.reference, scenario);
      expect((await claim(world)).body.data).toMatchObject({ state: 'waiting', refund_cents: 0 });
      issuer.play(world.reference, 'active');
      await pass(30 * HOUR_MS);
      await runDue();
      expect((await read(world)).claim).toMatchObject({ state: 'refunded' });
      const told = await sql`select title ->> 'key' as key from notifications where user_id = ${world.buyer.id}`;
      expect(told).toContainEqual({ key: 'claim.told.refunded' });
      await balanced();
    },
  );

  it('goes to a person after three days of silence', async () => {
    const world = await bought();
    issuer.play(world.reference, 'failing');
    await claim(world);
    for (const [hours, state] of [
      [71, 'waiting'],
      [1, 'open'],
    ] as const) {
      await pass(hours * HOUR_MS);
      await runDue();
      expect((await read(world)).claim?.state).toBe(state);
    }
    const { ticket_id } = (await read(world)).claim!;
    expect(await sql`select proof -> 'status' as status from tickets where id = ${ticket_id}`).toEqual([
      { status: null },
    ]);
    issuer.play(world.reference, 'active');
    await runDue();
    await balanced();
  });

  it('is refused for the card of another, before the reveal, after a return, and once the guarantee is over', async () => {
    const hidden = await bought({ revealed: false });
    const before = issuer.asked();
    expect((await claim(hidden)).body.message).toMatch(/haven't revealed/);
    expect((await claim(hidden, { by: await shop.createUser() })).status).toBe(404);
    await shop.as(hidden.buyer)(returnCard, { params: hidden.params });
    expect((await claim(hidden)).status).toBe(409);
    expect(issuer.asked()).toBe(before);
    const late = await bought();
    await pass(DAY_MS);
    expect((await claim(late)).body.message).toBe('The guarantee of this card has ended.');
  });

  it('is made once for a card, whatever happens at once', async () => {
    const world = await bought();
    const before = await balance(world);
    issuer.settle(world.digest, 'inactive');
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(world)));
    await runDue();
    await pass(2 * MINUTE_MS);
    await runDue();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409 || status === 429)).toHaveLength(49);
    expect((await read(world)).claim?.state).toBe('refunded');
    expect((await balance(world)) - before).toBe((await read(world)).price_cents);
    expect(
      await sql`
        select from ledger_transfers
        where kind = 'claim' and reference = (select id from order_lines where card_id = ${world.card})`,
    ).toHaveLength(1);
    expect((await claim(world)).status).toBe(409);
  });

  it('brakes the batch of cards that can not be used', async () => {
    const world = await bought({ cards: 20 });
    issuer.settle(world.digest, 'inactive');
    await claim(world);
    const [batch] = await sql`select state from batches where id = ${world.batch_id}`;
    expect(batch).toEqual({ state: 'paused' });
  });

  it('brakes a batch that was withdrawn already, so that its seller is paid nothing', async () => {
    const { id } = await sellers.verified();
    const world = await bought({ cards: 20, seller_id: id });
    const params = { id: world.batch_id };
    await shop.as(approver)(withdrawBatch, { params, body: { reason: 'Complaints' } });
    issuer.settle(world.digest, 'inactive');
    expect((await claim(world)).body.data.state).toBe('refunded');
    const [batch] = await sql`select state, braked_at is not null as braked from batches where id = ${world.batch_id}`;
    expect(batch).toEqual({ state: 'withdrawn', braked: true });
    expect((await sellers.payment(id)).obstacles).toContain('braked');
    expect(await sql`select kind from alerts where subject = ${world.batch_id}`).toContainEqual({
      kind: 'stock.braked',
    });
    expect((await shop.as(approver)(releaseBrake, { params, body: { reason: 'Settled' } })).status).toBe(200);
    await balanced();
  });

  it('may bring the balance over the limit, and says so', async () => {
    const world = await bought();
    issuer.settle(world.digest, 'inactive');
    await shop.fund(world.buyer.id, 5000_00);
    expect((await claim(world)).body.over_limit).toMatch(/limit/);
  });

  it('counts as something to give up while nobody has decided it', async () => {
    const world = await bought();
    await claim(world);
    expect((await shop.as(world.buyer)(getEraseLoss)).body.data).toMatchObject({ unrevealed_cards: 0, open_claims: 1 });
  });

  it('is dropped with its note when its buyer erases the account', async () => {
    const world = await bought();
    await claim(world);
    const file = await shop.as(world.buyer)(exportAccount);
    expect(file.body).toMatchObject({ claims: [{ note: 'It says empty.' }], issuer_answers: [{ status: 'active' }] });
    expect((await erase(world)).status).toBe(204);
    const left = await sql`
        select state, note from claims where line_id = (select id from order_lines where card_id = ${world.card})`;
    expect(left).toEqual([{ state: 'dropped', note: '' }]);
  });
});

it.each([
  ['claim', claim, true],
  ['return', ({ buyer, params }: World) => shop.as(buyer)(returnCard, { params }), false],
] as const)('a %s in flight pays nothing to an account that is erased before it ends', async (_, refund, revealed) => {
  const world = await bought({ revealed });
  issuer.settle(world.digest, 'redeemed', spentBefore());
  // Stops it at its first lock of the order, which erasing doesn't need.
  const held = await sql.reserve();
  await held`begin`;
  await held`select from orders where id = ${world.order} for update`;
  const refunded = refund(world);
  await expect.poll(locksWaitedFor).toBe(1);
  let isErased = false;
  const erased = erase(world).finally(() => {
    isErased = true;
  });
  await expect.poll(async () => isErased || (await locksWaitedFor()) === 2).toBe(true);
  await held`commit`;
  held.release();
  await refunded;
  expect((await erased).status).toBe(204);
  expect(await balance(world)).toBe(0);
  expect(
    await sql`
    select from claims m join order_lines l on l.id = m.line_id where l.order_id = ${world.order} and m.note <> ''`,
  ).toEqual([]);
  await balanced();
});

describe('goodwill', () => {
  const propose = (id: string, by = support) =>
    shop.as(by)(contract.proposeGoodwill, { params: { id }, body: { reason: 'A loyal buyer' } });
  const decide = async (id: string, by = approver, decision: 'approved' | 'rejected' = 'approved') => {
    const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
    const body = { proposal_id: open?.id ?? randomUUID(), decision, reason: 'Agreed' };
    return shop.as(by)(contract.decideGoodwill, { params: { id }, body, idempotencyKey: randomUUID() });
  };
  const otherCard = async ({ order, card }: World) => {
    const [other] = await sql<[{ id: string }]>`
      select card_id as id from order_lines where order_id = ${order} and card_id <> ${card}`;
    return { id: order, card_id: other.id };
  };
  const opened = async () => {
    const world = await bought();
    return { world, id: (await claim(world)).body.data.id };
  };

  it('takes two people, pays once, and leaves the batch on sale', async () => {
    const { world, id } = await opened();
    const before = await balance(world);
    expect((await decide(id)).status).toBe(409);
    expect((await propose(id)).body.data.proposal).toMatchObject({ reason: 'A loyal buyer' });
    expect((await propose(id)).status).toBe(409);
    await shop.appoint(support, ['support', 'approver']);
    expect((await decide(id, support)).status).toBe(403);
    await shop.appoint(support, ['support']);
    expect((await decide(id)).body.data).toMatchObject({ state: 'goodwill', proposal: null });
    expect((await balance(world)) - before).toBe((await read(world)).price_cents);
    expect([(await decide(id)).status, (await propose(id)).status]).toEqual([409, 409]);
    const [batch] = await sql`select state from batches where id = ${world.batch_id}`;
    expect([batch, await stateOf(world)]).toEqual([{ state: 'approved' }, 'void']);
    await balanced();
  });

  it('settles a debt of the buyer first', async () => {
    const { world, id } = await opened();
    const before = await balance(world);
    await shop.as(support)(proposeAdjustment, {
      params: { id: world.buyer.id },
      body: { cents: -before, cause: 'correction', reason: 'Credited twice' },
    });
    const [{ id: proposal_id }] = await sql<[{ id: string }]>`
      select id from proposals where subject = ${world.buyer.id} and decision is null`;
    await shop.as(approver)(decideAdjustment, {
      params: { id: world.buyer.id },
      body: { proposal_id, decision: 'approved', reason: 'Agreed' },
    });
    await putInDebt(sql, world.buyer, 100);
    await propose(id);
    await decide(id);
    expect(await balance(world)).toBe((await read(world)).price_cents - 100);
    expect(await sql`select from spending_blocks where user_id = ${world.buyer.id} and lifted_at is null`).toEqual([]);
    await balanced();
  });

  it('pays nothing more once a return and a refund by hand brought back what the order cost', async () => {
    const world = await bought({ cards: 2, ordered: 2 });
    const { id } = (await claim(world)).body.data;
    const { price_cents } = await read(world);
    const before = await balance(world);
    await (await proposeByHand(world, price_cents + 100))();
    const other = await otherCard(world);
    expect((await shop.as(world.buyer)(returnCard, { params: other })).status).toBe(200);
    expect((await balance(world)) - before).toBe(2 * price_cents);
    await propose(id);
    expect((await decide(id)).body.message).toMatch(/already refunded/);
    expect((await balance(world)) - before).toBe(2 * price_cents);
    await balanced();
  });

  it('at once with a return and a refund by hand never brings back more than the order cost', async () => {
    const worlds = await Promise.all([1, 2, 3, 4, 5].map(() => bought({ cards: 2, ordered: 2 })));
    for (const world of worlds) {
      const { id } = (await claim(world)).body.data;
      const { price_cents } = await read(world);
      await propose(id);
      const agree = await proposeByHand(world, Math.ceil(price_cents / 2));
      const [params, before] = [await otherCard(world), await balance(world)];
      await Promise.all([decide(id), agree(), shop.as(world.buyer)(returnCard, { params })]);
      const back = (await balance(world)) - before;
      // Goodwill that came last is refused as a whole; the others pay the rest.
      expect([2 * price_cents, price_cents + Math.ceil(price_cents / 2)]).toContain(back);
    }
    await balanced();
  });

  it('is paid by no row of the database without that approval', async () => {
    const { id } = await opened();
    const forged = sql`update claims set state = 'goodwill', refund_cents = 1, decided_at = now() where id = ${id}`;
    await expect(forged).rejects.toThrow(/not approved/);
  });

  it('may be proposed after a refusal, which tells the buyer, and never for an own claim', async () => {
    const { world, id } = await opened();
    const refuse = (by = support) =>
      shop.as(by)(contract.refuseClaim, { params: { id }, body: { reason: 'It was spent' } });
    await shop.appoint(world.buyer, ['support']);
    expect([(await refuse(world.buyer)).status, (await propose(id, world.buyer)).status]).toEqual([403, 403]);
    expect((await refuse()).body.data.state).toBe('refused');
    expect((await refuse()).status).toBe(409);
    const told = await sql`select title ->> 'key' as key from notifications where user_id = ${world.buyer.id}`;
    expect(told).toContainEqual({ key: 'claim.told.refused' });
    expect((await propose(id)).status).toBe(200);
    expect((await decide(id, approver, 'rejected')).body.data).toMatchObject({ state: 'refused', proposal: null });
  });

  it('refunds nobody who erased the account, and what was proposed before can be rejected', async () => {
    const [refused, dropped] = [await opened(), await opened()];
    const params = { id: refused.id };
    await shop.as(support)(contract.refuseClaim, { params, body: { reason: 'It was spent' } });
    await propose(refused.id);
    await propose(dropped.id);
    await erase(refused.world);
    await erase(dropped.world);
    expect([(await decide(refused.id)).status, (await decide(dropped.id)).status]).toEqual([409, 409]);
    expect((await decide(refused.id, approver, 'rejected')).body.data).toMatchObject({
      state: 'refused',
      proposal: null,
    });
    expect((await decide(dropped.id, approver, 'rejected')).body.data).toMatchObject({
      state: 'dropped',
      proposal: null,
    });
    expect((await propose(refused.id)).body.message).toMatch(/deleted their account/);
    expect([await balance(refused.world), await balance(dropped.world)]).toEqual([0, 0]);
    await balanced();
  });

  it('shows staff the proof with its signature, and lists claims by state', async () => {
    const { world, id } = await opened();
    const { data } = (await shop.as(support)(contract.getClaim, { params: { id } })).body;
    expect(data).toMatchObject({
      note: 'It says empty.',
      card_id: world.card,
      answers: [{ cause: 'claim', status: 'active', signed: true }],
    });
    const listed = await shop.as(support)(contract.listClaims, { query: { state: 'open', per_page: '100' } });
    expect(listed.body.data.map((one) => one.id)).toContain(id);
    expect((await shop.as(support)(contract.getClaim, { params: { id: randomUUID() } })).status).toBe(404);
  });
});

describe('a returned card', () => {
  const giveBack = ({ buyer, params }: World) => shop.as(buyer)(returnCard, { params });

  it.each([
    ['active', {}, 'available'],
    ['unknown', {}, 'unconfirmed'],
    ['inactive', {}, 'void'],
    ['redeemed', {}, 'void'],
    ['active', { balance_cents: 100 }, 'void'],
  ] as const)('is off sale until its issuer was asked: %s %o', async (status, more, state) => {
    const world = await bought({ revealed: false, cards: 2 });
    issuer.settle(world.digest, status, more);
    expect((await giveBack(world)).status).toBe(200);
    expect(await stateOf(world)).toBe('paused');
    await runDue();
    expect(await stateOf(world)).toBe(state);
    expect(await sql`select from returned_cards where card_id = ${world.card}`).toHaveLength(0);
  });

  it('waits while the issuer is silent, also for a batch that is paused and resumed', async () => {
    const world = await bought({ revealed: false, cards: 2 });
    issuer.play(world.reference, 'failing');
    await giveBack(world);
    await runDue();
    const params = { id: world.batch_id };
    await shop.as(approver)(pauseBatch, { params, body: { reason: 'A look at it' } });
    expect((await shop.as(approver)(resumeBatch, { params, body: { reason: 'Looked at' } })).status).toBe(200);
    expect(await stateOf(world)).toBe('paused');
    issuer.play(world.reference, 'active');
    await pass(6 * MINUTE_MS);
    await runDue();
    expect(await stateOf(world)).toBe('available');
  });

  it.each([
    [
      'its batch was withdrawn',
      'withdrawn',
      (w: World) => sql`update cards set state = 'withdrawn' where id = ${w.card}`,
    ],
    ['it was voided', 'void', (w: World) => sql`update cards set state = 'void' where id = ${w.card}`],
    ['its batch was paused', 'paused', (w: World) => sql`update batches set state = 'paused' where id = ${w.batch_id}`],
  ] as const)('stays off sale where %s before the answer', async (_what, state, change) => {
    const world = await bought({ revealed: false });
    await giveBack(world);
    await change(world);
    await runDue();
    expect(await stateOf(world)).toBe(state);
  });

  it('of a programme without an adapter goes back on sale at once', async () => {
    const world = await bought({ revealed: false, adapter: false });
    await giveBack(world);
    expect(await stateOf(world)).toBe('available');
  });
});

describe('a seller', () => {
  const balances = async (id: string) => (await sellers.payment(id)).balances;

  it('gets no money while a buyer claims the card, and pays for a claim that the issuer proves', async () => {
    const { id } = await sellers.verified({ returns_borne_by: 'seller' });
    const [kept, lost] = [await bought({ seller_id: id, adapter: false }), await bought({ seller_id: id })];
    await claim(kept);
    issuer.settle(lost.digest, 'inactive');
    await claim(lost);
    const { price_cents } = await read(kept);
    const commission = Math.round(price_cents / 10);
    await pass(30 * DAY_MS);
    await releaseShares(shop.ctx);
    expect(await balances(id)).toMatchObject({ pending_cents: price_cents - commission, available_cents: -commission });
    const [{ id: claim_id }] = await sql<
      [{ id: string }]
    >`select id from claims where state = 'open' order by id desc limit 1`;
    const body = { reason: 'It was spent' };
    expect((await shop.as(support)(contract.refuseClaim, { params: { id: claim_id }, body })).status).toBe(200);
    await releaseShares(shop.ctx);
    expect(await balances(id)).toMatchObject({ pending_cents: 0, available_cents: price_cents - 2 * commission });
    await balanced();
    const payouts = await shop.createUser({ role: 'admin', duties: ['payouts'] });
    const { data } = (await shop.as(payouts)(listSellers, { query: { per_page: '100' } })).body;
    expect(data.find((seller) => seller.id === id)).toMatchObject({ sold_90d: 2, claims_90d: 2 });
  });

  it('is paid nothing while a card is claimed whose money was released before', async () => {
    const { id } = await sellers.verified();
    const world = await bought({ seller_id: id, adapter: false, revealed: false });
    await pass(20 * DAY_MS);
    await releaseShares(shop.ctx);
    expect((await sellers.payment(id)).obstacles).not.toContain('claimed');
    await reveal(world);
    await claim(world);
    expect((await sellers.payment(id)).obstacles).toContain('claimed');
  });

  it('waits for the money as long as the guarantee stands still', async () => {
    const { id } = await sellers.verified();
    const world = await bought({ seller_id: id });
    issuer.play(world.reference, 'failing');
    await check(world);
    await pass(2 * DAY_MS);
    await releaseShares(shop.ctx);
    expect((await balances(id)).available_cents).toBe(0);
    issuer.play(world.reference, 'active');
    await runDue();
    await pass(23 * HOUR_MS);
    await releaseShares(shop.ctx);
    expect((await balances(id)).available_cents).toBe(0);
    await pass(60 * MINUTE_MS);
    await releaseShares(shop.ctx);
    expect((await balances(id)).available_cents).toBeGreaterThan(0);
  });

  it('sees how many of the cards sold within 90 days were claimed, by batch and together', async () => {
    const { id } = await sellers.verified();
    const [claimed, kept] = [await bought({ seller_id: id, adapter: false }), await bought({ seller_id: id })];
    await claim(claimed);
    const query = { seller_id: id };
    const { data } = (await shop.as(sellers.importer)(listBatches, { query })).body;
    const rates = data.map((batch) => [batch.id, batch.claims_90d, batch.sold_90d]);
    expect(rates).toEqual(
      expect.arrayContaining([
        [claimed.batch_id, 1, 1],
        [kept.batch_id, 0, 1],
      ]),
    );
    expect((await shop.as(sellers.importer)(stockReport, { query })).body.data.claimed_bp).toBe(5000);
    await pass(91 * DAY_MS);
    expect((await shop.as(sellers.importer)(stockReport, { query })).body.data.claimed_bp).toBeNull();
  });
});

it('each answer that an issuer gave, or failed to give, carries the MAC of the shop', async () => {
  const answers = await answerEvidence.read(sql, { after: FIRST_ID, limit: 1_000 });
  const [counted] =
    await sql`select count(failure) > 0 as failed, count(redeemed_at) > 0 as redeemed from issuer_answers`;
  expect(counted).toEqual({ failed: true, redeemed: true });
  const forged = answers.filter(
    ({ facts, mac }) => !isGenuine(shop.ctx.vault, 'issuer_answers', { facts: facts!, mac }),
  );
  expect(forged).toEqual([]);
});
