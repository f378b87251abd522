import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { run as ledgerVerify } from '#cli/verify/ledger-verify.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { startVerification } from '#contracts/oversight/audit.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { findUnexplained } from '#platform/ledger/find-unexplained.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const staff = await createStaff(shop);
const codes = Array.from({ length: 3 }, (_, at) => ({ code: codeNumber(at) }));
const { batch_id } = await staff.onSale(codes, { programme: { currency: 'USD' } });
const ids = (await shop.sql<{ id: string }[]>`select id from cards where batch_id = ${batch_id}`).map(({ id }) => id);
const buyer = await shop.createUser({ balance_cents: 100_00 });
const house = { kind: 'sales', owner_id: null };
const purse = { kind: 'available', owner_id: buyer.id, limited: true };

/** What `ledger verify` prints beside what it printed before. */
async function printed(): Promise<string[]> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await ledgerVerify(shop.ctx, ['verify']);
  const lines = written.mock.calls.map(([text]) => String(text).trim()).slice(0, -1);
  written.mockRestore();
  expect(code).toBe(lines.length === 0 ? 0 : 1);
  return lines;
}

let before: string[];
/** What the shop's own accounts come to follows from each of these, and has a test of its own. */
const OF_HOUSE = /^(sales|crypto_eth|commission) stands at /;
const found = async () => (await printed()).filter((line) => !before.includes(line) && !OF_HOUSE.test(line));
const forge = (kind: string, reference?: string, amount_cents = 7_00) =>
  transfer(shop.sql, {
    debit: house,
    credit: purse,
    amount_cents,
    kind,
    unique_key: `forged:${randomUUID()}`,
    ...(reference !== undefined && { reference }),
  });

const order = (await shop.as(buyer)(placeOrder, { body: { ids: ids.slice(0, 2) } })).body.data;
const params = { id: order.id, card_id: order.cards[0]!.id };
const line_id = async () =>
  (await shop.sql<{ id: string }[]>`select id from order_lines where card_id = ${params.card_id}`)[0]!.id;

beforeEach(async () => {
  before = await printed();
});

test('money that no deposit brought is named; an order, a return and an erased account are explained', async () => {
  expect(before).toEqual([
    `top_up without a reference of ${buyer.id} is 10000, not 0`,
    'crypto_eth stands at -10000, and what caused it comes to 0',
  ]);
  expect((await shop.as(buyer)(returnCard, { params })).status).toBe(200);
  const leaving = await shop.createUser({ balance_cents: 5_00 });
  const body = { username: leaving.username, give_up: true };
  expect((await shop.as(leaving)(eraseAccount, { body })).status).toBe(204);
  expect(await found()).toEqual([`top_up without a reference of ${leaving.id} is 500, not 0`]);
});

test('a second refund of a returned card is named', async () => {
  const line = await line_id();
  await forge('return', line);
  const price = order.cards[0]!.price_cents;
  expect(await found()).toEqual([`return ${line} of ${buyer.id} is ${price + 700}, not ${price}`]);
  before = await printed();
});

test("a refund of a card that wasn't returned is named", async () => {
  const [line] = await shop.sql`select id from order_lines where card_id = ${order.cards[1]!.id}`;
  await forge('return', line!.id);
  expect(await found()).toEqual([`return ${line!.id} of ${buyer.id} is 700, not 0`]);
});

test("the shop's own accounts are derived from what was sold and credited", async () => {
  const [sales] = (await printed()).filter((line) => line.startsWith('sales'));
  // Two refunds were forged, of which one card had come back.
  const live = order.cards[1]!.price_cents;
  expect(sales).toBe(`sales stands at ${live - 1400}, and what caused it comes to ${live}`);
});

test('an order whose lines cost more than was paid is named', async () => {
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update order_lines set price_cents = price_cents + 1 where card_id = ${order.cards[1]!.id}`;
  });
  const paid = order.total_cents;
  const [line] = await shop.sql`select id from order_lines where card_id = ${order.cards[1]!.id}`;
  expect(await found()).toEqual([
    `order ${order.id} of ${buyer.id} is -${paid}, not -${paid + 1}`,
    expect.stringMatching(
      `^order ${order.number} says ${paid} cents for 2 cards with .*, its lines ${paid + 1} for 2 with`,
    ),
    `line ${line!.id} of order ${order.number} has no seal of the checkout`,
  ]);
});

test('a kind of transfer that no record causes is refused, and named where the books know it', async () => {
  await expect(forge('gift')).rejects.toThrow('the books know no such transfer: gift');
  await shop.sql`insert into transfer_kinds values ('gift', 'sales', 'available')`;
  await forge('gift');
  expect(await found()).toEqual(['no record explains 1 transfers (gift)']);
  const named: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const piece = await findUnexplained(shop.sql, booksOf(true), after, 2);
    named.push(...piece.problems);
    after = piece.last;
  }
  expect(named, 'in pieces of two').toEqual(['no record explains 1 transfers (gift)']);
});

test('a line that no checkout wrote is named, from the command line and by the nightly check', async () => {
  const card_id = ids[2]!;
  // What the credentials of the shop's own role suffice for.
  const [forged] = await shop.ctx.sql<{ id: string }[]>`
    insert into order_lines (order_id, card_id, batch_id, face_cents, price_cents)
    select ${order.id}, id, batch_id, face_cents, 1 from cards where id = ${card_id} returning id`;
  const line = `line ${forged!.id} of order ${order.number} has no seal of the checkout`;
  expect(await found()).toContain(line);
  const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
  await auditor(startVerification, { body: { kind: 'ledger' } });
  await shop.runQueuedJobs();
  const [checked] = await shop.sql<{ named: string[] }[]>`select named from verifications order by id desc limit 1`;
  expect(checked!.named).toContain(line);
});
