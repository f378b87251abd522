import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createPayment } from '#contracts/coins/payments.ts';
import { returnCard } from '#contracts/shop/orders.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import { verifyDebts } from '#features/office/books/verification/derived/verify-debts.ts';
import { verifyDeposits } from '#features/office/books/verification/derived/verify-deposits.ts';
import { verifyHouse } from '#features/office/books/verification/derived/verify-house.ts';
import { verifyOrders } from '#features/office/books/verification/derived/verify-orders.ts';
import { verifyShares } from '#features/office/books/verification/derived/verify-shares.ts';
import { verifySellerLines, verifyUnsplit } from '#features/supply/sellers/books/verify-sellers.ts';
import { releaseShares } from '#features/supply/sellers/shares/release-shares.ts';
import type { Db, Tx } from '#platform/db/client.ts';
import { FIRST_ID, type VerifiedPiece } from '#platform/db/verify-all.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const core = await startCoreChain('BTC');

/** Lines of orders by what became of them, the two deposits, and their rates: all of it honest. */
const made = { revealed: '', returned: '', claimed: '', pending: '', released: '', borne: '' };
const deposits: string[] = [];
let buyer: TestUser;

beforeAll(async () => {
  shop.ctx.chains.BTC = core.chain;
  const poll = createWatch(shop.ctx, core.chain);
  await refreshRates(shop.ctx, demoSources());
  await poll();
  for (const amount_cents of [1000, 2000]) {
    buyer = await shop.createUser({ tier: 2 });
    const quote = (await shop.as(buyer)(createPayment, { body: { coin: 'BTC', amount_cents } })).body.data;
    await core.pay(quote.address, BigInt(quote.amount_units));
    await core.mine(usualDepth('BTC'));
    await poll();
  }
  deposits.push(...(await sql<{ id: string }[]>`select id from deposits order by id`).map(({ id }) => id));
  await shop.fund(buyer.id, 300_00);
  const seller = await world.verified({ reserve_bp: 500, reserve_days: 90 });
  const other = await world.verified({ legal_name: 'Harbour Cards Ltd', returns_borne_by: 'seller' });
  const cards = [...(await world.onSale(seller.id, 3)), ...(await world.onSale(other.id, 1))].map(({ id }) => id);
  const own = (await world.onSale(null, 4)).map(({ id }) => id);
  const order = await world.buy(buyer, own);
  await world.reveal(buyer, order.id, own[0]!);
  await world.reveal(buyer, order.id, own[2]!);
  const shared = await world.buy(buyer, [cards[0]!, cards[1]!, cards[3]!]);
  const giveBack = (id: string, card_id: string) => shop.as(buyer)(returnCard, { params: { id, card_id } });
  for (const [id, card] of [
    [order.id, own[1]!],
    [shared.id, cards[1]!],
    [shared.id, cards[3]!],
  ] as const)
    expect((await giveBack(id, card)).status).toBe(200);
  // What came back is sold and revealed in another order.
  const again = await world.buy(buyer, [own[1]!]);
  await world.reveal(buyer, again.id, own[1]!);
  await world.days(17);
  await releaseShares(shop.ctx);
  await shop.refresh(buyer);
  await world.buy(buyer, [cards[2]!]);
  const lineOf = async (card_id: string) =>
    (await sql<{ id: string }[]>`select id from order_lines where card_id = ${card_id} order by id limit 1`)[0]!.id;
  Object.assign(made, {
    revealed: await lineOf(own[0]!),
    returned: await lineOf(own[1]!),
    claimed: await lineOf(own[2]!),
    pending: await lineOf(cards[2]!),
    released: await lineOf(cards[0]!),
    borne: await lineOf(cards[3]!),
  });
  await refundClaimed();
  await creditInParts();
  await sendBack();
});

/** Writes rows as the owner of the tables would, without the triggers that only honest verbs pass. */
const past = (write: (tx: Tx) => Promise<unknown>) =>
  sql.begin(async (opened) => {
    const tx = opened as never as Tx;
    await tx`set local session_replication_role = replica`;
    await write(tx);
  });

const post = (tx: Db, row: { debit: string; credit: string; kind: string; cents: number; reference: string }) => tx`
  insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
  select d.id, c.id, ${row.cents}, ${row.kind}, ${row.reference}, ${randomUUID()} from ledger_accounts d, ledger_accounts c
  where d.kind = ${row.debit} and c.kind = ${row.credit} and (d.owner_id is null or d.owner_id = ${buyer.id})
    and (c.owner_id is null or c.owner_id = ${buyer.id})`;

/** A claim that its issuer's answer decided, with the money. */
const refundClaimed = () =>
  past(async (tx) => {
    const reference = made.claimed;
    const [answer] = await tx<{ id: string }[]>`
      insert into issuer_answers (line_id, cause, asked_at, status, sealed)
      values (${reference}, 'claim', now(), 'active', decode('00', 'hex')), (${made.revealed}, 'claim', now(), 'active', decode('00', 'hex'))
      returning id`;
    const [line] = await tx<{ cents: number }[]>`
      update order_lines set state = 'refunded' where id = ${reference} returning price_cents as cents`;
    const { cents } = line!;
    await tx`
      insert into claims (line_id, reason, note, state, made_at, decided_at, answer_id, refund_cents)
      values (${reference}, 'spent', '', 'refunded', now(), now(), ${answer!.id}, ${cents})`;
    await tx`
      update orders set refunded_cents = refunded_cents + ${cents} where id = (
        select order_id from order_lines where id = ${reference})`;
    await post(tx, { debit: 'sales', credit: 'available', kind: 'claim', cents, reference });
  });

/** The second deposit: half at its quote, half at the rate of the day, and credited once before and taken back. */
const creditInParts = () =>
  past(async (tx) => {
    const id = deposits[1]!;
    await tx`
      update deposit_credits c set locked_units = half.units, locked_cents = floor(half.units * r.usd_e8 / 1e14),
        current_units = c.locked_units - half.units, current_cents = floor((c.locked_units - half.units) * r.usd_e8 / 1e14), rate_id = r.id
      from deposits d join payments p on p.id = d.payment_id join rate_samples r on r.id = p.rate_id
        cross join lateral (select floor(d.amount_units / 2) as units) half
      where c.deposit_id = d.id and d.id = ${id}`;
    await tx`
      insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, rate_id, at, reversed_at)
      select deposit_id, 9, locked_units, locked_cents + 7, current_units, current_cents, rate_id, at, now()
      from deposit_credits where deposit_id = ${id}`;
    const [credit] = await tx<{ cents: number; before: number }[]>`
      select c.locked_cents + c.current_cents as cents, d.credited_cents as before
      from deposit_credits c join deposits d on d.id = c.deposit_id where d.id = ${id} and c.reversed_at is null`;
    await tx`
      update deposits d set locked_units = c.locked_units, locked_cents = c.locked_cents, credited_cents = c.locked_cents + c.current_cents
      from deposit_credits c where c.deposit_id = d.id and d.id = ${id} and c.reversed_at is null`;
    const { cents, before } = credit!;
    if (cents !== before)
      await post(tx, {
        debit: 'available',
        credit: 'crypto_btc',
        kind: 'top_up_reversal',
        cents: before - cents,
        reference: id,
      });
  });

/** One top-up that went back to its payer, and one whose owner only asked. */
const sendBack = () =>
  past(async (tx) => {
    for (const [at, state] of ['paid', 'asked'].entries())
      await tx`
        insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, state, created_by, created_at, txid, paid_by, paid_at)
        values (${buyer.id}, ${deposits[at]!}, 'BTC', ${'b'.repeat(20)}, 300, ${state}, ${buyer.id}, now(),
          ${state === 'paid' ? 'cd'.repeat(32) : null}, ${state === 'paid' ? buyer.id : null}, ${state === 'paid' ? new Date() : null})`;
    await post(tx, {
      debit: 'available',
      credit: 'crypto_btc',
      kind: 'top_up_returned',
      cents: 300,
      reference: deposits[0]!,
    });
  });

/** As the log says it of a card that its buyer looked at. */
const reveal = (tx: Tx, line_id: string) => tx`
  insert into audit_entries (action, subject, details)
  select 'card.revealed', card_id, jsonb_build_object('order_id', order_id) from order_lines where id = ${line_id}`;

type Verify = (sql: Db, after: string, limit: number) => Promise<VerifiedPiece>;
const checks: Record<string, Verify> = { orders: verifyOrders, shares: verifyShares, deposits: verifyDeposits };
const ofSellers: Record<string, Verify> = { 'sold cards': verifyUnsplit, 'seller lines': verifySellerLines };

const TABLES: Record<string, string> = {
  orders: 'orders',
  shares: 'seller_lines',
  deposits: 'deposits',
  'sold cards': 'order_lines',
  'seller lines': 'seller_lines',
};

/** Reads in pieces of two rows; a check that doesn't come on ends, too. */
async function inPieces(tx: Db, verify: Verify): Promise<{ pieces: number; named: string[] }> {
  const named: string[] = [];
  let pieces = 0;
  for (let after: string | null = FIRST_ID; after !== null && pieces < 50; pieces++) {
    const { last, problems }: VerifiedPiece = await verify(tx, after, 2);
    named.push(...problems);
    after = last;
  }
  return { pieces, named };
}

class Undone extends Error {}

/** Does what no trigger sees, and undoes it. */
const tried = (work: (tx: Tx) => Promise<unknown>) =>
  past(async (tx) => {
    await work(tx);
    throw new Undone();
  }).catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });

/** What the derived parts name after a change. */
async function namedAfter(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const named: string[] = [];
  await tried(async (tx) => {
    await change(tx);
    for (const verify of Object.values(checks)) named.push(...(await verify(tx, FIRST_ID, 100)).problems);
    named.push(...(await verifyDebts(tx)));
  });
  return named;
}

test.each(Object.entries({ ...checks, ...ofSellers }))(
  'honest %s are named by nobody, in one piece or in one for every two rows',
  async (name, verify) => {
    expect(await verify(sql, FIRST_ID, 100)).toEqual({ last: null, problems: [] });
    const [rows] = await sql<{ count: number }[]>`
    select count(*) from ${sql(TABLES[name]!)}`;
    expect(rows!.count).toBeGreaterThan(1);
    expect(await inPieces(sql, verify)).toEqual({ pieces: Math.floor(rows!.count / 2) + 1, named: [] });
  },
);

test('a share without its transfer, one of another sum and a sold card that nobody split are named in their pieces', async () => {
  await tried(async (tx) => {
    await tx`delete from ledger_transfers where unique_key = ${`seller_sale:${made.pending}`}`;
    await tx`update ledger_transfers set amount_cents = amount_cents + 1 where unique_key = ${`seller_available:${made.released}`}`;
    const { pieces, named } = await inPieces(tx, verifySellerLines);
    expect(pieces).toBeGreaterThan(1);
    expect(named.toSorted()).toEqual([
      expect.stringMatching(`^seller_available of order line ${made.released} is \\d+, not \\d+$`),
      expect.stringMatching(`^seller_sale of order line ${made.pending} is 0, not \\d+$`),
    ]);
    await tx`delete from seller_lines where line_id = ${made.pending}`;
    expect((await inPieces(tx, verifyUnsplit)).named).toEqual([
      `order line ${made.pending} is not split with its seller`,
    ]);
  });
});

test("the shop's own accounts hold what was sold, shared, credited and sent back", async () => {
  // Balances that tests give away come from no deposit.
  expect((await verifyHouse(sql)).filter((line) => !line.startsWith('crypto_eth'))).toEqual([]);
  expect(await verifyDebts(sql)).toEqual([]);
});

test("each of the shop's own accounts is compared, also one that has no transfers yet", async () => {
  await tried(async (tx) => {
    await tx`
      insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth)
      select 'LTC', repeat('ef', 32), 0, key, user_id, payment_id, 1, now(), 1 from deposits where id = ${deposits[0]!}`;
    await tx`
      insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at)
      select id, 1, 1, 11, 0, 0, now() from deposits where coin = 'LTC'`;
    await tx`update ledger_transfers set amount_cents = amount_cents + 1 where kind in ('seller_commission', 'top_up_returned')`;
    const named = await verifyHouse(tx);
    expect(named.map((line) => line.split(' ')[0])).toEqual([
      'commission',
      'crypto_btc',
      'crypto_eth',
      'crypto_ltc',
      'sales',
    ]);
    expect(named).toContain('crypto_ltc stands at 0, and what caused it comes to -11');
  });
});

test('who owes something and may spend is named, each by their own block, and who paid more than was owed', async () => {
  const [bare, blocked, lifted, even, paid] = await Promise.all([0, 1, 2, 3, 4].map(() => shop.createUser({})));
  await tried(async (tx) => {
    for (const { id } of [bare!, blocked!, lifted!, even!, paid!])
      await tx`insert into ledger_accounts (kind, owner_id, limited) values ('debt', ${id}, false)`;
    await tx`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
      select d.id, c.id, 5, 'top_up_reversal', d.owner_id from ledger_accounts d, ledger_accounts c
      where d.kind = 'debt' and d.owner_id = any(${[bare!.id, blocked!.id, lifted!.id]}) and c.kind = 'crypto_btc'`;
    await tx`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
      select c.id, d.id, 3, 'debt_repayment', d.owner_id || ' paid' from ledger_accounts d, ledger_accounts c
      where d.kind = 'debt' and d.owner_id = ${paid!.id} and c.kind = 'crypto_btc'`;
    for (const [{ id }, lifted_at] of [
      [blocked!, null],
      [lifted!, new Date()],
    ] as const)
      await tx`
        insert into spending_blocks (user_id, deposit_id, blocked_at, lifted_at)
        values (${id}, ${deposits[0]!}, now(), ${lifted_at})`;
    const of = ({ id }: TestUser) => `${id} owes 5 cents, and spending isn't blocked`;
    const more = `${paid!.id} paid 3 cents more than was owed`;
    expect(await verifyDebts(tx)).toEqual([of(bare!), of(lifted!), more].sort());
  });
});

const [one, two] = [0, 1];
const of = (deposit: number) => deposits[deposit]!;
const changes: [string, (tx: Tx) => Promise<unknown>, RegExp][] = [
  [
    'an order without lines',
    (tx) => tx`insert into orders (user_id, total_cents, card_count) values (${buyer.id}, 5, 1)`,
    /^order \d+ says 5 cents for 1 cards with 0 given back \(paid\), its lines 0 for 0 with 0$/,
  ],
  [
    'a revealed card that came back',
    (tx) => tx`update order_lines set revealed_at = now(), consent_at = now() where id = ${made.returned}`,
    /^line \S+ of order \d+ was revealed, and can't have been returned$/,
  ],
  [
    'a card that came back after it was revealed by the log alone',
    (tx) => reveal(tx, made.returned),
    /^line \S+ of order \d+ was revealed by the audit log, and can't have been returned$/,
  ],
  [
    'a card that came back after it was revealed, by itself and by the log',
    async (tx) => {
      await reveal(tx, made.returned);
      await tx`update order_lines set revealed_at = now(), consent_at = now() where id = ${made.returned}`;
    },
    /^line \S+ of order \d+ was revealed, and can't have been returned$/,
  ],
  [
    'a refund without a claim beside one that has its claim',
    async (tx) => {
      const [line] = await tx<{ order_id: string; price_cents: number }[]>`
        update order_lines set state = 'refunded' where id = ${made.revealed} returning order_id, price_cents`;
      await tx`update orders set refunded_cents = refunded_cents + ${line!.price_cents} where id = ${line!.order_id}`;
    },
    /^line \S+ of order \d+ is refunded without a claim$/,
  ],
  [
    'a claim that nobody decided',
    (tx) => tx`
      update claims set state = 'waiting', decided_at = null, refund_cents = 0 where line_id = ${made.claimed}`,
    /^line \S+ of order \d+ is refunded without a claim$/,
  ],
  [
    'a claim of another sum',
    (tx) => tx`update claims set refund_cents = refund_cents - 1 where line_id = ${made.claimed}`,
    /^line \S+ of order \d+ is refunded without a claim$/,
  ],
  [
    'an answer about another card',
    (tx) => tx`update issuer_answers set line_id = ${made.revealed} where line_id = ${made.claimed}`,
    /^line \S+ of order \d+ is refunded by an answer about another card$/,
  ],
  [
    'a sold card that is on sale',
    (tx) => tx`
      update cards set state = 'available' where id = (select card_id from order_lines where id = ${made.revealed})`,
    /^line \S+ of order \d+ is live, and its card is available$/,
  ],
  [
    'a commission of one cent less',
    (tx) => tx`
      update seller_lines set commission_cents = commission_cents - 1, share_cents = share_cents + 1 where line_id = ${made.pending}`,
    /^of order line \S+ the shop keeps \d+ cents of \d+, at 1000 hundredths of a per cent$/,
  ],
  [
    'a share released a moment early',
    (tx) => tx`
      update seller_lines set available_at = due_at - interval '1 microsecond' where line_id = ${made.released}`,
    /^the share of order line \S+ was released on .*, before it was due on/,
  ],
  [
    'a share due an hour early',
    (tx) => tx`
      update seller_lines set due_at = due_at - interval '1 hour 1 second' where line_id = ${made.pending}`,
    /^the share of order line \S+ is due on .*, before its guarantee ends$/,
  ],
  [
    'a share due before the guarantee of a card revealed early ends',
    (tx) => tx`
      with line as (update order_lines set revealed_at = created_at, consent_at = created_at where id = ${made.pending} returning id)
      update seller_lines set due_at = sold_at from line where line_id = line.id`,
    /^the share of order line \S+ is due on .*, before its guarantee ends$/,
  ],
  [
    'a reserve of one cent less',
    (tx) => tx`
      update seller_lines set reserve_cents = reserve_cents - 1 where line_id = ${made.released}`,
    /^of the share of order line \S+, \d+ cents are reserved until/,
  ],
  [
    'a reserve due a day early',
    (tx) => tx`
      update seller_lines set reserve_due_at = reserve_due_at - interval '1 day' where line_id = ${made.released}`,
    /^of the share of order line \S+, \d+ cents are reserved until/,
  ],
  [
    'a reserve released a moment early',
    (tx) => tx`
      update seller_lines set reserve_released_at = reserve_due_at - interval '1 microsecond' where line_id = ${made.released}`,
    /^of the share of order line \S+, \d+ cents are reserved until/,
  ],
  [
    'a share that the seller kept of a returned card',
    (tx) => tx`
      update seller_lines set state = 'pending', reversed_at = null, charged_cents = 0 where line_id = ${made.borne}`,
    /^order line \S+ is returned, and its share is pending$/,
  ],
  [
    'a share of a line that is gone',
    (tx) => tx`update seller_lines set line_id = ${randomUUID()} where line_id = ${made.pending}`,
    /^order line \S+ is of no batch of the seller who has a share of it, or had another price$/,
  ],
  [
    'a share of another price',
    (tx) => tx`
      update seller_lines set price_cents = price_cents - 10, commission_cents = commission_cents - 1,
        share_cents = share_cents - 9 where line_id = ${made.pending}`,
    /^order line \S+ is of no batch of the seller who has a share of it, or had another price$/,
  ],
  [
    'a deposit credited without a credit',
    (tx) => tx`delete from deposit_credits where deposit_id = ${of(one)}`,
    /^deposit \S+ says that \d+ units are 1000 cents \(\d+ and 1000 of them at the quote\), its credits 0 and 0$/,
  ],
  [
    'cents of no units',
    (tx) => tx`
      insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at, reversed_at)
      values (${of(one)}, 7, 0, 0, 0, 5, now(), now())`,
    /^credit 7 of deposit \S+ is 5 cents, not 0 units at $/,
  ],
  [
    'a payment of another address',
    (tx) => tx`
      update deposit_addresses set key = 'another' where id = (
        select address_id from payments p join deposits d on d.payment_id = p.id where d.id = ${of(one)})`,
    /^deposit \S+ came for payment \S+, which asked for another coin, of somebody else or to another address$/,
  ],
  [
    'a rate of another coin',
    async (tx) => {
      const [rate] = await tx<{ id: number }[]>`
        insert into rate_samples (coin, usd_e8, sources, at)
        select 'ETH', usd_e8, sources, at from rate_samples where id = (select max(id) from rate_samples where coin = 'BTC') returning id`;
      await tx`update deposit_credits set rate_id = ${rate!.id} where reversed_at is not null`;
    },
    /^credit 9 of deposit \S+ is by a rate of ETH$/,
  ],
  [
    'units at a quote beyond its tolerance',
    async (tx) => {
      await tx`
        update payments p set amount_units = ceil(d.locked_units / 1.055) from deposits d where d.payment_id = p.id and d.id = ${of(one)}`;
    },
    /^of payment \S+ \d+ units are credited at its quote of \d+$/,
  ],
  [
    'a quote that had just ended',
    (tx) => tx`
      update payments p set expires_at = d.first_seen_at from deposits d where d.payment_id = p.id and d.id = ${of(one)}`,
    /^deposit \S+ came after its quote had ended on .*, and is credited at it$/,
  ],
];

test('nothing is locked where nothing was credited at the quote, however late it came', async () => {
  const late = async (tx: Tx) => {
    await tx`
      update deposit_credits c set locked_units = 0, locked_cents = 0, current_units = c.locked_units, rate_id = p.rate_id,
        current_cents = floor(c.locked_units * r.usd_e8 / 1e14)
      from deposits d join payments p on p.id = d.payment_id join rate_samples r on r.id = p.rate_id
      where c.deposit_id = d.id and d.id = ${of(one)}`;
    await tx`
      update deposits d set locked_units = 0, locked_cents = 0, credited_cents = c.current_cents
      from deposit_credits c where c.deposit_id = d.id and d.id = ${of(one)}`;
    await tx`update payments set expires_at = created_at`;
    await tx`update payments p set expires_at = now() + interval '1 day' from deposits d where d.payment_id = p.id and d.id = ${of(two)}`;
  };
  expect(await namedAfter(late)).toEqual([]);
});

test.each(changes)('%s is named, and nothing else', async (_what, change, named) => {
  expect(await namedAfter(change)).toEqual([expect.stringMatching(named)]);
});
