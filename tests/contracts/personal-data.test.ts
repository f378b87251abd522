import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Call, CallInput } from '#contracts/call.ts';
import { claimCard } from '#contracts/desk/claims.ts';
import { createTicket } from '#contracts/desk/support.ts';
import { calls } from '#contracts/index.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { placePreorder } from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;

/** Fields of a reply that name people, or say what somebody owns, wrote or where they were. */
const PERSONAL = new Set([
  'address',
  'author',
  'buyer',
  'detail',
  'email',
  'guest_email',
  'owner',
  'person',
  'record',
  'records',
  'senders',
  'session',
  'user',
  'user_id',
  'user_agent',
  'username',
]);

/** Readings of the back office that name people and aren't audited, by the reason. */
const EXCUSED: Record<string, string> = {
  ...reason('staff and what they did', [
    ...['faqEditor', 'legalEditor', 'newsEditor', 'noticeEditor'].flatMap((editor) =>
      ['compareText', 'getText', 'getVersion', 'listTexts', 'listVersions'].map((verb) => `${editor}.${verb}`),
    ),
    'getChart',
    'getColdWallet',
    'getEarlierOutflows',
    'getMaintenance',
    'getMonth',
    'getOperatorVersions',
    'getStaffMember',
    'getTaxRates',
    'listProposals',
    'listStaff',
    'getProgramme',
    'getBatch',
    'getSeller',
    'getSellerPayment',
    'listQuarantines',
    'getRateJump',
  ]),
  ...reason('addresses, without whose they are', ['getOutflow']),
  ...reason('a queue with a name and what waits; what a line opens is audited', [
    'listAlerts',
    'listClaims',
    'listDeskTickets',
    'listTierRequests',
    'searchEverything',
  ]),
  ...reason('names of records; what a line opens is audited', ['listAuditEntries', 'listTransfers']),
};

function reason(why: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, why]));
}

interface Subject {
  who: string;
  params: Record<string, string>;
  query?: Record<string, string>;
}

/** For each audited reading, a way to see somebody. */
const views: Record<string, () => Promise<Subject>> = {
  getUser: async () => of((await world()).buyer),
  listUserRecords: async () => ({ ...of((await world()).buyer), query: { kind: 'orders' } }),
  listUsers: async () => listed({ q: (await world()).buyer.username }),
  listAllPayments: async () => listed({ who: (await world()).buyer.username }),
  listDormantBalances: async () => dormant(),
  listPlacedOrders: async () => listed({ who: (await world()).buyer.username }),
  inspectOrder: async () => at((await world()).order),
  listLedgerAccounts: async () => listed({ owner: (await world()).buyer.username }),
  getLedgerAccount: async () => at(String((await world()).account)),
  getTransfer: async () => at(String((await world()).transfer)),
  getAuditEntry: async () => at(String((await world()).entry)),
  getClaim: async () => at((await world()).claim),
  getHeld: async () => at((await world()).deposit),
  listHeld: async () => listed({ q: (await world()).buyer.username }),
  getUnclaimedDeposit: async () => at((await world()).unclaimed),
  listUnclaimedDeposits: async () => listed(),
  getTopUpReturn: async () => at((await world()).returned),
  listTopUpReturns: async () => listed(),
  listWaiting: async () => at((await world()).programme),
  listSpendingBlocks: async () => listed(),
  getDeskTicket: async () => at((await world()).ticket),
  viewTicketBuyer: async () => at((await world()).ticket),
  listFilledAnswers: async () => at((await world()).ticket),
};
/** The buyer's last transfer is long ago. */
async function dormant(): Promise<Subject> {
  const { buyer } = await world();
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update ledger_transfers t set created_at = t.created_at - interval '2 years' from ledger_accounts a
      where a.owner_id = ${buyer.id} and a.id in (t.debit_account_id, t.credit_account_id)`;
  });
  return listed();
}
const of = ({ id }: { id: string }) => ({ who: id, params: { id } });
const at = async (id: string) => ({ who: (await world()).buyer.id, params: { id } });
const listed = async (query?: Record<string, string>) => ({
  who: (await world()).buyer.id,
  params: {},
  ...(query && { query }),
});

/** A buyer of whom there is something in every part of the back office. */
let made: ReturnType<typeof createWorld> | undefined;
const world = () => (made ??= createWorld());

async function createWorld() {
  const buyer = await shop.createUser({ tier: 2, balance_cents: 90_00 });
  const does = shop.as(buyer);
  const [card] = await addCards(shop, { count: 1 });
  const { body: placed } = await does(placeOrder, { body: { ids: [card!.id] } });
  const params = { id: placed.data.id, card_id: card!.id };
  await does(revealCard, { params, body: { consent: true } });
  const claimed = await does(claimCard, { params, body: { reason: 'spent', note: 'Empty.' } });
  const programme = placed.data.cards[0]!.programme.id;
  const expires_on = new Date(shop.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  await does(placePreorder, {
    body: { programme_id: programme, face_cents: 1000, quantity: 1, highest_price_cents: 900, expires_on },
  });
  const { body: ticket } = await does(createTicket, {
    body: { category: 'other', subject: 'A question', body: 'How long does it take?' },
  });
  return {
    buyer,
    order: placed.data.id,
    claim: claimed.body.data.id,
    programme,
    ticket: ticket.data.id,
    ...(await putMoneyAside(buyer.id)),
    ...(await read(buyer.id)),
  };
}

/** Numbers of what the books and the audit log have about a buyer. */
async function read(id: string) {
  const [account] = await sql<[{ id: number }]>`
    select id from ledger_accounts where owner_id = ${id} and kind = 'available'`;
  const [transfer] = await sql<[{ id: number }]>`
    select id from ledger_transfers where debit_account_id = ${account.id} order by id limit 1`;
  const [entry] = await sql<[{ id: number }]>`select id from audit_entries where actor_id = ${id} order by id limit 1`;
  return { account: account.id, transfer: transfer.id, entry: entry.id };
}

/** A payment on hold, a blocked account, a deposit that was given to its owner and one that goes back. */
async function putMoneyAside(user_id: string) {
  const [account] = await sql<[{ id: number }]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('LTC', sha256('looks'), 'abcd1234') returning id`;
  const [rate] = await sql<[{ id: number }]>`
    insert into rate_samples (coin, usd_e8, sources, at) values ('LTC', 10000000000, '{test}', ${shop.clock.now()}) returning id`;
  const [address] = await sql<[{ id: string }]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    values ('LTC', ${account.id}, 0, 'k1', 'ltc1qlooks', ${user_id}) returning id`;
  const [payment] = await sql<[{ id: string }]>`
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
    values (${user_id}, 'LTC', ${address.id}, 100, 1000000, ${rate.id}, now()) returning id`;
  const [deposit] = await sql<[{ id: string }]>`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, state, hold_reason)
    values ('LTC', ${'ab'.repeat(32)}, 0, 'k1', ${user_id}, ${payment.id}, 1000000, now(), 2, 'held', 'review') returning id`;
  const [unclaimed] = await sql<[{ id: string }]>`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, deposit_id)
    values ('LTC', ${account.id}, 0, 'k1', ${'ab'.repeat(32)}, 0, 1000000, now(), ${deposit.id}) returning id`;
  await sql`insert into spending_blocks (user_id, deposit_id, blocked_at) values (${user_id}, ${deposit.id}, now())`;
  const [returned] = await sql<[{ id: string }]>`
    insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, created_by, created_at)
    values (${user_id}, ${deposit.id}, 'LTC', 'ltc1qlooksback', 100, ${user_id}, now()) returning id`;
  return { deposit: deposit.id, unclaimed: unclaimed.id, returned: returned.id };
}

/** The names of the fields of a shape, however deep. */
function fieldsOf(shape: z.ZodType | undefined): string[] {
  if (!shape) return [];
  const def = shape.def as unknown as Record<string, unknown>;
  const inner = [def.element, def.innerType, def.valueType, def.in, ...((def.options as unknown[]) ?? [])];
  const fields = (def.shape ?? {}) as Record<string, z.ZodType>;
  return [
    ...Object.entries(fields).flatMap(([name, field]) => [name, ...fieldsOf(field)]),
    ...inner.flatMap((one) => (one ? fieldsOf(one as z.ZodType) : [])),
  ];
}

const readings = Object.entries(calls).filter(
  ([, { method, path, guards }]) =>
    method === 'GET' && (guards[1]?.startsWith('admin') || /^\/api\/(admin|resellers|reports)\b/.test(path)),
);

test('every reading of the back office that names people is audited, or listed here with a reason', () => {
  const personal = readings.filter(([, { reply }]) => fieldsOf(reply).some((field) => PERSONAL.has(field)));
  const names = personal.map(([name]) => name);
  expect(names.filter((name) => !(name in views) && !(name in EXCUSED))).toEqual([]);
  expect(Object.keys(EXCUSED).filter((name) => !names.includes(name))).toEqual([]);
});

test.for(Object.keys(views))('%s keeps whom somebody looked at, once an hour', async (name) => {
  const each = (calls as Record<string, Call>)[name]!;
  expect(each.changesState).toBe(true);
  const { who, params, query } = await views[name]!();
  const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  const view = () => shop.as(auditor)(each, { params, query } as CallInput<Call>);
  const kept = () => sql<{ n: number }[]>`
    select count(*) as n from audit_entries where actor_id = ${auditor.id}
      and (subject = ${who} or details ->> 'user_id' = ${who} or details -> 'user_ids' ? ${who}::text)`;
  expect(await kept()).toEqual([{ n: 0 }]);
  for (const _again of [1, 2]) expect((await view()).status).toBe(200);
  expect(await kept()).toEqual([{ n: 1 }]);
  shop.clock.advance(3_600_001);
  expect((await view()).status).toBe(200);
  expect(await kept()).toEqual([{ n: 2 }]);
});

test('who works with goods, texts or payouts alone reads no account, claim or payment, and no name in an alert', async () => {
  const { buyer } = await world();
  await sql`
    insert into alerts (kind, subject, user_ids, raised_at, last_raised_at)
    values ('payment.held_for_review', ${randomUUID()}, ${[buyer.id]}, now(), now())`;
  for (const duty of ['importer', 'publisher', 'payouts']) {
    const as = shop.as(await shop.createUser({ role: 'admin', duties: [duty] }));
    for (const name of [
      'getUser',
      'listClaims',
      'getClaim',
      'listHeld',
      'getHeld',
      'listAllPayments',
      'exportAllPayments',
      'listWaiting',
      'listSpendingBlocks',
    ])
      expect([name, (await as(calls[name as 'getUser'] as Call, of(buyer))).status]).toEqual([name, 403]);
    const { data } = (await as(calls.listAlerts as Call)).body as { data?: { people: unknown[] }[] };
    expect((data ?? []).flatMap(({ people }) => people)).toEqual([]);
    expect((await as(calls.listStaff as Call)).status).toBe(403);
    expect((await as(calls.getStaffMember as Call, of(buyer))).status).toBe(403);
  }
});
