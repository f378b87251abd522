import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { booksOf, evidenceOf } from '#app/checks.ts';
import { createPayment } from '#contracts/coins/payments.ts';
import * as backs from '#contracts/coins/top-up-returns.ts';
import { returnCard } from '#contracts/shop/orders.ts';
import { decidePayout, recordPayout } from '#contracts/supply/payouts.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import { runChecks } from '#features/office/books/verification/ledger-checks.ts';
import {
  checkEvidence,
  type EvidencePlace,
  startOfEvidence,
} from '#features/oversight/audit/verification/check-evidence.ts';
import { releaseShares } from '#features/supply/sellers/shares/release-shares.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const core = await startCoreChain('BTC');

/** A seller and a buyer with a bit of everything: the ids of what the forgeries are about. */
const made = { payout: '', seller: '', deposit: '', revealed: '', returned: '', pending: '', order: '', sent_back: '' };
let buyer: TestUser;
/** Closed the account, and was sent back 10 dollars. */
let leaver: TestUser;

beforeAll(async () => {
  shop.ctx.chains.BTC = core.chain;
  const poll = createWatch(shop.ctx, core.chain);
  await refreshRates(shop.ctx, demoSources());
  buyer = await shop.createUser({ tier: 2, balance_cents: 300_00 });
  await poll();
  const quote = (await shop.as(buyer)(createPayment, { body: { coin: 'BTC', amount_cents: 1000 } })).body.data;
  await core.pay(quote.address, BigInt(quote.amount_units));
  await core.mine(usualDepth('BTC'));
  await poll();
  const seller = await world.verified({ reserve_bp: 500, reserve_days: 90 });
  await world.payTo(seller.id);
  const sellers = await world.onSale(seller.id, 3);
  const own = await world.onSale(null, 3);
  const order = await world.buy(
    buyer,
    own.map(({ id }) => id),
  );
  await world.reveal(buyer, order.id, own[0]!.id);
  await shop.as(buyer)(returnCard, { params: { id: order.id, card_id: own[1]!.id } });
  await world.buy(buyer, [sellers[0]!.id, sellers[1]!.id]);
  await world.days(17);
  await releaseShares(shop.ctx);
  expect((await world.proposed(seller.id)).status).toBe(200);
  const [open] = await sql<{ id: string; subject: string }[]>`
    select id, subject from proposals where kind = 'payout.approval' order by id desc limit 1`;
  await shop.refresh(world.second);
  const decided = await shop.as(world.second)(decidePayout, {
    params: { id: open!.subject },
    body: { proposal_id: open!.id, decision: 'approved', reason: 'Compared with the statement' },
  });
  expect(decided.status).toBe(200);
  await shop.refresh(world.payer);
  const recorded = await shop.as(world.payer)(recordPayout, {
    params: { id: open!.subject },
    body: {
      reference: 'SEPA 2026-117',
      currency: 'USD',
      sent_units: String(decided.body.data.amount_cents),
      fee_units: '0',
      reason: 'Sent',
    },
  });
  expect(recorded.status).toBe(200);
  await shop.refresh(buyer);
  await world.buy(buyer, [sellers[2]!.id]);
  const lineOf = async (card_id: string) =>
    (await sql<{ id: string }[]>`select id from order_lines where card_id = ${card_id}`)[0]!.id;
  const [deposit] = await sql<{ id: string }[]>`select id from deposits where state = 'credited'`;
  Object.assign(made, {
    payout: open!.subject,
    seller: seller.id,
    deposit: deposit!.id,
    order: order.id,
    revealed: await lineOf(own[0]!.id),
    returned: await lineOf(own[1]!.id),
    pending: await lineOf(sellers[2]!.id),
    sent_back: await sendBack(poll),
  });
});

/** A buyer tops up, closes the account, and two people send the money back; returns the id. */
async function sendBack(poll: () => Promise<unknown>): Promise<string> {
  await refreshRates(shop.ctx, demoSources());
  await poll();
  leaver = await shop.createUser({ tier: 2 });
  const quote = (await shop.as(leaver)(createPayment, { body: { coin: 'BTC', amount_cents: 1000 } })).body.data;
  await core.pay(quote.address, BigInt(quote.amount_units));
  await core.mine(usualDepth('BTC'));
  await poll();
  const closed = await shop.as(leaver)(backs.closeAccount, { body: { amount_cents: 1000, addresses_mine: true } });
  const { id } = closed.body.data.returns[0]!;
  const [params, reason] = [{ id }, 'Compared with the chain'];
  for (const { id: user } of [world.payer, world.second]) await shop.refresh({ id: user });
  const { body } = await shop.as(world.payer)(backs.proposeTopUpReturn, { params, body: { reason } });
  const verdict = { proposal_id: body.data.proposal!.id, decision: 'approved', reason } as const;
  await shop.as(world.second)(backs.decideTopUpReturn, { params, body: verdict });
  const sent = await shop.as(world.payer)(backs.recordTopUpReturn, { params, body: { txid: 'cd'.repeat(32), reason } });
  expect(sent.body.data.state).toBe('paid');
  return id;
}

/** What the checks of the ledger and of the rows that prove themselves say, in a transaction that may hold forged rows. */
async function problems(tx: Tx): Promise<string[]> {
  const found: string[] = [];
  const ctx = { ...shop.ctx, sql: tx as never };
  for await (const { problems: some } of runChecks(ctx, booksOf(true))) found.push(...some);
  for (let place: EvidencePlace | null = startOfEvidence; place !== null; ) {
    const { next, problems: some } = await checkEvidence(ctx, evidenceOf(true), place);
    found.push(...some);
    place = next;
  }
  return found;
}

class Undone extends Error {}

/** What the check names after a forgery by the shop's own role, beside what it named before. Nothing of it stays. */
async function namedAfter(forge: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let named: string[] = [];
  // Their own connection: with the superuser's behind it, rows would be sealed and every gate open.
  const attempt = transaction(shop.ctx.sql, async (tx) => {
    const before = await problems(tx);
    await forge(tx);
    named = (await problems(tx)).filter((line) => !before.includes(line));
    throw new Undone();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return named;
}

interface Move {
  from: string;
  to: string;
  cents: number;
  kind: string;
  reference?: string;
  /** As the checkout would have called it; made up where it is absent. */
  key?: string;
  /** Whose balance it is, if not the buyer's. */
  of?: TestUser;
}

/** An account by its kind: of one buyer, the seller or the shop. */
const account = (tx: Tx, kind: string, { id }: TestUser) => tx`
  (select id from ledger_accounts where kind = ${kind}
    and (owner_id is null or owner_id = ${id}) and (seller_id is null or seller_id = ${made.seller}))`;
const move = (
  tx: Tx,
  { from, to, cents, kind, reference = randomUUID(), key = `forged:${randomUUID()}`, of = buyer }: Move,
) => tx`
  insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
  values (${account(tx, from, of)}, ${account(tx, to, of)}, ${cents}, ${kind}, ${reference}, ${key})`;
const open = (tx: Tx, kind: string) => tx`
  insert into ledger_accounts (kind, owner_id, limited) select k.kind, ${buyer.id}, k.limited from account_kinds k
  where k.kind = ${kind} on conflict do nothing`;

const openBadDebts = (tx: Tx) => tx`
  insert into ledger_accounts (kind, limited) values ('bad_debts', false) on conflict do nothing`;

/** The buyer owes a dollar, as a reversal would have left it. */
async function owe(tx: Tx): Promise<void> {
  await open(tx, 'debt');
  await move(tx, { from: 'debt', to: 'crypto_btc', cents: 100, kind: 'top_up_reversal', reference: made.deposit });
}
/** What the way back of the payout would move. */
async function backOf(tx: Tx): Promise<Move> {
  const [row] = await tx<{ amount_cents: number }[]>`select amount_cents from seller_payouts where id = ${made.payout}`;
  const cents = row!.amount_cents;
  return { from: 'seller_paid', to: 'seller_available', cents, kind: 'seller_payout_reversed', reference: made.payout };
}
const proposeReturn = (tx: Tx) => tx<{ id: string }[]>`
  insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
  select 'payout.reverse', id, jsonb_build_object('amount_cents', amount_cents), ${world.payer.id}, 'It came back', now()
  from seller_payouts where id = ${made.payout} returning id`;
/** The way back of the top-up that was sent back. */
const topUpBack = (): Move => ({
  from: 'crypto_btc',
  to: 'available',
  cents: 1000,
  kind: 'top_up_return_undone',
  reference: made.sent_back,
  key: `top_up_return_undone:${made.sent_back}`,
  of: leaver,
});
const reverse = (tx: Tx) => tx`
  update top_up_returns set state = 'reversed', ended_at = now() where id = ${made.sent_back}`;
const proposeReversal = (tx: Tx) => tx<{ id: string }[]>`
  insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
  select 'top_up_return.reverse', id, jsonb_build_object('amount_cents', amount_cents), ${world.payer.id}, 'It came back', now()
  from top_up_returns where id = ${made.sent_back} returning id`;
const settle = (tx: Tx, how: 'balance' | 'write_off', cents: number, proposal_id: string | null = null) => tx<
  { id: string }[]
>`
  insert into debt_settlements (user_id, how, cents, proposal_id, booked_at)
  values (${buyer.id}, ${how}, ${cents}, ${proposal_id}, now()) returning id`;

/** Takes the deposit's credit back and credits all of it again, at this rate. */
async function creditAgain(tx: Tx, rate_id: number): Promise<void> {
  const [deposit] = await tx<{ cents: number }[]>`
    select credited_cents as cents from deposits where id = ${made.deposit}`;
  const reference = made.deposit;
  await move(tx, { from: 'available', to: 'crypto_btc', cents: deposit!.cents, kind: 'top_up_reversal', reference });
  await tx`update deposit_credits set reversed_at = now() where deposit_id = ${made.deposit} and reversed_at is null`;
  const [credit] = await tx<{ cents: number }[]>`
    insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, rate_id, at)
    select d.id, d.generation + 1, 0, 0, d.amount_units, floor(d.amount_units * r.usd_e8 / 1e14), r.id, now()
    from deposits d, rate_samples r where d.id = ${made.deposit} and r.id = ${rate_id} returning current_cents as cents`;
  const { cents } = credit!;
  await tx`
    update deposits set generation = generation + 1, credited_units = amount_units, credited_cents = ${cents}, locked_units = 0,
      locked_cents = 0 where id = ${made.deposit}`;
  await move(tx, { from: 'crypto_btc', to: 'available', cents, kind: 'top_up', reference });
}

const UNKNOWN = /the books know no such transfer/;
const refused: Record<string, (tx: Tx) => Promise<unknown>> = {
  'money from sales to a balance, as a release of a pre-order': (tx) =>
    move(tx, { from: 'sales', to: 'available', cents: 1000_00, kind: 'preorder_released' }),
  'money from sales to what is reserved, as a return': async (tx) => {
    await open(tx, 'preorder_reserved');
    await move(tx, { from: 'sales', to: 'preorder_reserved', cents: 1000_00, kind: 'return' });
  },
  'money from a balance to sales, as a reservation': (tx) =>
    move(tx, { from: 'available', to: 'sales', cents: 5_00, kind: 'preorder_reserved' }),
  'a debt forgiven, as an order': async (tx) => {
    await open(tx, 'debt');
    await move(tx, { from: 'sales', to: 'debt', cents: 50_00, kind: 'order' });
  },
  'what came in as coins moved to sales': (tx) =>
    move(tx, { from: 'crypto_btc', to: 'sales', cents: 10_000_00, kind: 'correction' }),
  'a kind of transfer that nobody knows': (tx) =>
    move(tx, { from: 'sales', to: 'available', cents: 1000_00, kind: 'bonus' }),
  'money from sales to what a seller is owed': (tx) =>
    move(tx, { from: 'sales', to: 'seller_available', cents: 100_00, kind: 'seller_sale' }),
  'a debt settled by sales': async (tx) => {
    await open(tx, 'debt');
    await move(tx, { from: 'sales', to: 'debt', cents: 50_00, kind: 'debt_settlement' });
  },
  'a balance raised as what is written off': async (tx) => {
    await openBadDebts(tx);
    await move(tx, { from: 'bad_debts', to: 'available', cents: 50_00, kind: 'debt_write_off' });
  },
};

test.each(Object.entries(refused))('the database refuses %s', async (_name, forge) => {
  await expect(namedAfter(forge)).rejects.toThrow(UNKNOWN);
});

const found: Record<string, { forge: (tx: Tx) => Promise<unknown>; named: RegExp }> = {
  'a top-up of a deposit that nobody made': {
    forge: (tx) => move(tx, { from: 'crypto_btc', to: 'available', cents: 1000_00, kind: 'top_up' }),
    named: /^top_up \S+ of \S+ is 100000, not 0$/,
  },
  'sales moved to commission': {
    forge: (tx) => move(tx, { from: 'sales', to: 'commission', cents: 500_00, kind: 'seller_commission' }),
    named: /^commission stands at \d+, and what caused it comes to \d+$/,
  },
  'units of a deposit that are credited a second time, with the transfer': {
    async forge(tx) {
      await tx`
        insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at)
        values (${made.deposit}, 9, 1, 25000, 0, 0, now())`;
      await move(tx, { from: 'crypto_btc', to: 'available', cents: 25000, kind: 'top_up', reference: made.deposit });
    },
    named: /^deposit \S+ says that \d+ units are \d+ cents .*, its credits \d+ and \d+$/,
  },
  'an account summed up wrongly': {
    forge: (tx) => tx`
      insert into ledger_closings (account_id, through_id, balance_cents)
      select id, (select max(id) from ledger_transfers), account_sum(id) + 10000 from ledger_accounts where kind = 'sales'`,
    named: /^account \d+ is summed up to -?\d+ through transfer \d+ but derives to/,
  },
  'a revealed card marked as returned, with its refund': {
    async forge(tx) {
      await tx`update order_lines set state = 'returned', returned_at = now() where id = ${made.revealed}`;
      await tx`
        update orders set refunded_cents = refunded_cents + l.price_cents from order_lines l
        where l.id = ${made.revealed} and orders.id = l.order_id`;
      const [line] = await tx<{ price_cents: number }[]>`
        select price_cents from order_lines where id = ${made.revealed}`;
      await move(tx, {
        from: 'sales',
        to: 'available',
        cents: line!.price_cents,
        kind: 'return',
        reference: made.revealed,
      });
    },
    named: /^line \S+ of order \d+ was revealed, and can't have been returned$/,
  },
  'a card marked as refunded without a claim': {
    forge: (tx) => tx`update order_lines set state = 'refunded' where id = ${made.revealed}`,
    named: /^line \S+ of order \d+ is refunded without a claim$/,
  },
  'what was given back of an order forgotten': {
    forge: (tx) => tx`update orders set refunded_cents = 0, status = 'paid' where id = ${made.order}`,
    named: /^order \d+ says \d+ cents for 3 cards with 0 given back \(paid\), its lines/,
  },
  'a deposit that says less was credited': {
    forge: (tx) => tx`update deposits set credited_cents = 0 where id = ${made.deposit}`,
    named: /^deposit \S+ says that \d+ units are 0 cents/,
  },
  "a seller's share released before its guarantee ended": {
    async forge(tx) {
      const [line] = await tx<{ share_cents: number }[]>`
        select share_cents from seller_lines where line_id = ${made.pending}`;
      await move(tx, {
        from: 'seller_pending',
        to: 'seller_available',
        cents: line!.share_cents,
        kind: 'seller_available',
        reference: made.pending,
        key: `seller_available:${made.pending}`,
      });
      await tx`
        update seller_lines set state = 'available', available_at = sold_at, reserve_cents = 0 where line_id = ${made.pending}`;
    },
    named: /^the share of order line \S+ was released on .*, before it was due on/,
  },
  'a share taken back although the buyer got nothing back': {
    async forge(tx) {
      const [line] = await tx<{ share_cents: number; commission_cents: number }[]>`
        select share_cents, commission_cents from seller_lines where line_id = ${made.pending}`;
      const back = { to: 'sales', kind: 'seller_return', reference: made.pending };
      await move(tx, { ...back, from: 'seller_pending', cents: line!.share_cents });
      await move(tx, { ...back, from: 'commission', cents: line!.commission_cents });
      await tx`update seller_lines set state = 'reversed', reversed_at = now() where line_id = ${made.pending}`;
    },
    named: /^order line \S+ is delivered, and its share is reversed$/,
  },
  'a deposit that nobody sent, credited with its transfer': {
    async forge(tx) {
      const [deposit] = await tx<{ id: string; cents: number }[]>`
        insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, height, hash, state,
          generation, credited_at, confirmed_at, credited_units, credited_cents)
        select d.coin, repeat('ab', 32), 0, d.key, d.user_id, d.payment_id, 1e8, now(), 1, d.height, d.hash, 'credited', 1, now(), now(),
          1e8, floor(1e8 * r.usd_e8 / 1e14)
        from deposits d join payments p on p.id = d.payment_id join rate_samples r on r.id = p.rate_id
        where d.id = ${made.deposit} returning id, credited_cents as cents`;
      const { id, cents } = deposit!;
      await tx`
        insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, rate_id, at)
        select ${id}, 1, 0, 0, 1e8, ${cents}, p.rate_id, now() from payments p join deposits d on d.payment_id = p.id
        where d.id = ${made.deposit}`;
      await move(tx, { from: 'crypto_btc', to: 'available', cents, kind: 'top_up', reference: id });
    },
    named: /^deposit \S+ of \S+ was written past the shop$/,
  },
  'a deposit credited again at a rate that somebody wrote': {
    forge: async (tx) => {
      const [rate] = await tx<{ id: number }[]>`
        insert into rate_samples (coin, usd_e8, sources, at) values ('BTC', 1e16, '{a,b}', now() - interval '90 days') returning id`;
      await creditAgain(tx, rate!.id);
    },
    named: /^rate \d+ of \S+ was written past the shop$/,
  },
  'a deposit credited again at the rate of another coin': {
    forge: async (tx) => {
      const [rate] = await tx<{ id: number }[]>`select max(id) as id from rate_samples where coin = 'ETH'`;
      await creditAgain(tx, rate!.id);
    },
    named: /^credit 2 of deposit \S+ is by a rate of ETH$/,
  },
  "a share of a card of the shop's own": {
    async forge(tx) {
      await tx`
        insert into seller_lines (line_id, seller_id, price_cents, commission_bp, commission_cents, share_cents, returns_borne_by,
          reserve_bp, reserve_days, guarantee_hours, state, sold_at, due_at, available_at)
        values (${made.revealed}, ${made.seller}, 1000000, 0, 0, 1000000, 'shop', 0, 0, 24, 'available', now(), now(), now())`;
      const of = { cents: 1_000_000, reference: made.revealed };
      await move(tx, {
        ...of,
        from: 'sales',
        to: 'seller_pending',
        kind: 'seller_sale',
        key: `seller_sale:${made.revealed}`,
      });
      const key = `seller_available:${made.revealed}`;
      await move(tx, { ...of, from: 'seller_pending', to: 'seller_available', kind: 'seller_available', key });
    },
    named: /^order line \S+ is of no batch of the seller who has a share of it, or had another price$/,
  },
  'a share due at once, without its reserve': {
    async forge(tx) {
      const [line] = await tx<{ share_cents: number }[]>`
        update seller_lines set due_at = sold_at, state = 'available', available_at = sold_at, reserve_cents = 0
        where line_id = ${made.pending} returning share_cents`;
      await move(tx, {
        from: 'seller_pending',
        to: 'seller_available',
        cents: line!.share_cents,
        kind: 'seller_available',
        reference: made.pending,
        key: `seller_available:${made.pending}`,
      });
    },
    named: /^the share of order line \S+ is due on .*, before its guarantee ends$/,
  },
  'reserves released before their days are over': {
    async forge(tx) {
      const rows = await tx<{ line_id: string; reserve_cents: number }[]>`
        update seller_lines set reserve_released_at = available_at
        where seller_id = ${made.seller} and reserve_cents > 0 and reserve_released_at is null returning line_id, reserve_cents`;
      for (const { line_id, reserve_cents } of rows)
        await move(tx, {
          from: 'seller_reserved',
          to: 'seller_available',
          cents: reserve_cents,
          kind: 'seller_released',
          reference: line_id,
          key: `seller_released:${line_id}`,
        });
    },
    named: /^of the share of order line \S+, \d+ cents are reserved until/,
  },
  'a card whose reveal was wiped, returned': {
    async forge(tx) {
      const [line] = await tx<{ price_cents: number }[]>`
        update order_lines set state = 'returned', returned_at = now(), revealed_at = null, consent_at = null, guarantee_ends_at = null
        where id = ${made.revealed} returning price_cents`;
      await tx`update orders set refunded_cents = refunded_cents + ${line!.price_cents} where id = ${made.order}`;
      await move(tx, {
        from: 'sales',
        to: 'available',
        cents: line!.price_cents,
        kind: 'return',
        reference: made.revealed,
      });
    },
    named: /^line \S+ of order \d+ was revealed by the audit log, and can't have been returned$/,
  },
  'a refund of a revealed card by an answer that its issuer never gave': {
    async forge(tx) {
      const [answer] = await tx<{ id: string }[]>`
        insert into issuer_answers (line_id, cause, asked_at, status, sealed)
        values (${made.revealed}, 'claim', now(), 'redeemed', decode('00', 'hex')) returning id`;
      const [line] = await tx<{ price_cents: number }[]>`
        update order_lines set state = 'refunded' where id = ${made.revealed} returning price_cents`;
      const { price_cents } = line!;
      await tx`
        insert into claims (line_id, reason, note, state, made_at) values (${made.revealed}, 'spent', '', 'waiting', now())`;
      await tx`
        update claims set state = 'refunded', answer_id = ${answer!.id}, decided_at = now(), refund_cents = ${price_cents}
        where line_id = ${made.revealed}`;
      await tx`update orders set refunded_cents = refunded_cents + ${price_cents} where id = ${made.order}`;
      await move(tx, { from: 'sales', to: 'available', cents: price_cents, kind: 'claim', reference: made.revealed });
    },
    named: /^issuer's answer \S+ of \S+ was written past the shop$/,
  },
  'a refund by an answer about another card': {
    async forge(tx) {
      const [answer] = await tx<{ id: string }[]>`
        insert into issuer_answers (line_id, cause, asked_at, status, sealed)
        values (${made.returned}, 'claim', now(), 'redeemed', decode('00', 'hex')) returning id`;
      const [line] = await tx<{ price_cents: number }[]>`
        update order_lines set state = 'refunded' where id = ${made.revealed} returning price_cents`;
      const { price_cents } = line!;
      await tx`
        insert into claims (line_id, reason, note, state, made_at) values (${made.revealed}, 'spent', '', 'waiting', now())`;
      await tx`
        update claims set state = 'refunded', answer_id = ${answer!.id}, decided_at = now(), refund_cents = ${price_cents}
        where line_id = ${made.revealed}`;
      await tx`update orders set refunded_cents = refunded_cents + ${price_cents} where id = ${made.order}`;
      await move(tx, { from: 'sales', to: 'available', cents: price_cents, kind: 'claim', reference: made.revealed });
    },
    named: /^line \S+ of order \d+ is refunded by an answer about another card$/,
  },
  'a payout that came back, by its transfer alone': {
    forge: async (tx) => move(tx, { ...(await backOf(tx)), key: `seller_payout_reversed:${made.payout}` }),
    named: /^seller_available of seller \S+ stands at \d+, not \d+$/,
  },
  'a top-up that was sent back and came back, by its transfer alone': {
    forge: (tx) => move(tx, topUpBack()),
    named: /^top_up_return \S+ of \S+ is 0, not -1000$/,
  },
  'a top-up that was sent back by another transaction than was recorded': {
    forge: (tx) => tx`update top_up_returns set txid = repeat('ee', 32) where id = ${made.sent_back}`,
    named: /^way back of a top-up \S+ of \S+ was written past the shop$/,
  },
  'a top-up on its way back that nobody asked for': {
    forge: (tx) => tx`
      insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, created_by, created_at)
      select ${buyer.id}, id, coin, 'bcrt1qnobodysaddress', 500, ${buyer.id}, now() from deposits where id = ${made.deposit}`,
    named: /^way back of a top-up \S+ of \S+ was written past the shop$/,
  },
  'coins on an address that nobody was given, which nobody sent': {
    forge: (tx) => tx`
      insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
      select coin, account_id, index, key, repeat('ef', 32), 0, 100000000, now(), 1, 'h' from derived_keys where coin = 'BTC' limit 1`,
    named: /^unclaimed deposit \S+ of \S+ was written past the shop$/,
  },
  'another amount that left for a payout': {
    forge: (tx) => tx`update seller_payouts set sent_units = sent_units + 100 where id = ${made.payout}`,
    named: /^payout \S+ of \S+ was written past the shop$/,
  },
  'a debt without a block on spending': {
    forge: owe,
    named: /^\S+ owes 100 cents, and spending isn't blocked$/,
  },
  'a debt settled from the balance without a record': {
    async forge(tx) {
      await owe(tx);
      await move(tx, { from: 'available', to: 'debt', cents: 100, kind: 'debt_settlement' });
    },
    named: /^debt_settlement \S+ of \S+ is -100, not 0$/,
  },
  'a settlement that moved nothing': {
    async forge(tx) {
      await owe(tx);
      await settle(tx, 'balance', 40);
    },
    named: /^debt_settlement \S+ of \S+ is 0, not -40$/,
  },
  'a settlement that no entry of the audit log knows': {
    async forge(tx) {
      await owe(tx);
      const [row] = await settle(tx, 'balance', 100);
      await move(tx, { from: 'available', to: 'debt', cents: 100, kind: 'debt_settlement', reference: row!.id });
    },
    named: /^settlement of a debt \S+ of \S+ has no entry in the audit log$/,
  },
  'a debt written off that nobody agreed to': {
    async forge(tx) {
      await owe(tx);
      await openBadDebts(tx);
      await move(tx, { from: 'bad_debts', to: 'debt', cents: 100, kind: 'debt_write_off' });
    },
    named: /^debt_write_off \S+ of \S+ is 100, not 0$/,
  },
  'more written off than is owed': {
    async forge(tx) {
      await openBadDebts(tx);
      await open(tx, 'debt');
      await move(tx, { from: 'bad_debts', to: 'debt', cents: 100, kind: 'debt_write_off' });
    },
    named: /^\S+ paid 100 cents more than was owed$/,
  },
  'what is written off, without a record': {
    async forge(tx) {
      await owe(tx);
      await openBadDebts(tx);
      await move(tx, { from: 'bad_debts', to: 'debt', cents: 100, kind: 'debt_write_off' });
    },
    named: /^bad_debts stands at -100, and what caused it comes to 0$/,
  },
};

test.each(Object.entries(found))('the check names %s', async (_name, { forge, named }) => {
  expect(await namedAfter(forge)).toContainEqual(expect.stringMatching(named));
});

const unfit: Record<string, { forge: (tx: Tx) => Promise<unknown>; refusal: RegExp }> = {
  'a paid payout that came back without two people': {
    async forge(tx) {
      await tx`update seller_payouts set state = 'reversed', failed_at = now() where id = ${made.payout}`;
      await move(tx, await backOf(tx));
    },
    refusal: /nobody else agreed that payout \S+ came back/,
  },
  'a paid payout that came back by a proposal which nobody decided': {
    async forge(tx) {
      await proposeReturn(tx);
      await tx`update seller_payouts set state = 'reversed', failed_at = now() where id = ${made.payout}`;
    },
    refusal: /nobody else agreed that payout \S+ came back/,
  },
  'a paid payout that came back by a decision of nobody': {
    async forge(tx) {
      const [row] = await proposeReturn(tx);
      await tx`
        update proposals set decision = 'approved', decider_id = ${world.second.id}, decided_at = now(), decision_reason = 'Seen',
          mac = decode('00', 'hex'), gate = decode('00', 'hex') where id = ${row!.id}`;
      await tx`update seller_payouts set state = 'reversed', failed_at = now() where id = ${made.payout}`;
    },
    refusal: /nobody decided this through the shop/,
  },
  'a top-up that was sent back and came back without two people': {
    async forge(tx) {
      await reverse(tx);
      await move(tx, topUpBack());
    },
    refusal: /nobody else agreed that the return \S+ of a top-up came back/,
  },
  'a top-up that was sent back and came back by a proposal which nobody decided': {
    async forge(tx) {
      await proposeReversal(tx);
      await reverse(tx);
    },
    refusal: /nobody else agreed that the return \S+ of a top-up came back/,
  },
  'a top-up that was sent back and came back by a decision of nobody': {
    async forge(tx) {
      const [row] = await proposeReversal(tx);
      await tx`
        update proposals set decision = 'approved', decider_id = ${world.second.id}, decided_at = now(), decision_reason = 'Seen',
          mac = decode('00', 'hex'), gate = decode('00', 'hex') where id = ${row!.id}`;
      await reverse(tx);
    },
    refusal: /nobody decided this through the shop/,
  },
  'a settlement of more than is owed': {
    async forge(tx) {
      await owe(tx);
      await settle(tx, 'balance', 101);
    },
    refusal: /does not owe 101 cents/,
  },
  'a settlement where nothing is owed': { forge: (tx) => settle(tx, 'balance', 1), refusal: /does not owe 1 cents/ },
  'a write-off that nobody proposed': {
    async forge(tx) {
      await owe(tx);
      await settle(tx, 'write_off', 100);
    },
    refusal: /debt_settlements_decided/,
  },
  'a write-off by a decision about something else': {
    async forge(tx) {
      await owe(tx);
      const [decided] = await tx<{ id: string }[]>`select id from proposals where decision = 'approved' limit 1`;
      await settle(tx, 'write_off', 100, decided!.id);
    },
    refusal: /nobody else agreed to settle/,
  },
};

test.each(Object.entries(unfit))('the database takes no row for %s', async (_name, { forge, refusal }) => {
  await expect(namedAfter(forge)).rejects.toThrow(refusal);
});

const denied: Record<string, (tx: Tx) => Promise<unknown>> = {
  'the cents of a credit': (tx) =>
    tx`update deposit_credits set locked_cents = locked_cents + 25000 where deposit_id = ${made.deposit}`,
  'the total of an order': (tx) => tx`update orders set total_cents = total_cents + 10000 where id = ${made.order}`,
  'the rate of a quote': (tx) => tx`update payments set rate_id = (select max(id) from rate_samples)`,
  'the commission of a share': (tx) => tx`update seller_lines set commission_cents = 0 where line_id = ${made.pending}`,
  'a balance': (tx) => tx`update ledger_balances set balance_cents = balance_cents + 100`,
  'a transfer': (tx) => tx`update ledger_transfers set amount_cents = 1`,
  'what the books know': (tx) => tx`insert into transfer_kinds values ('gift', 'sales', 'available')`,
};

test.each(Object.entries(denied))('the role that serves has no right to change %s', async (_name, forge) => {
  await expect(namedAfter(forge)).rejects.toThrow(/permission denied/);
});

test('nothing is named while nobody forged anything', async () => {
  // Balances that tests give away come from no deposit.
  const named = await sql.begin((tx) => problems(tx as never));
  expect(named.filter((line) => !/^top_up without a reference|^crypto_eth stands/.test(line))).toEqual([]);
});
