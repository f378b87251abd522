import { expect, test } from 'vitest';
import * as contract from '#contracts/office/periods.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { createManualClock } from '#platform/clock.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { verifyDays } from '../../books/verification/verify-days.ts';
import { closeLedgerDays } from '../sums/close-ledger-days.ts';

const shop = await createTestShop();
const { sql } = shop;
const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
const buyer = await shop.createUser();
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Moves everything in the ledger back, as if it had happened days ago. */
const age = (days: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ledger_transfers set created_at = created_at - ${`${days} days`}::interval`;
  });
const balance = async (from: string, to: string) =>
  (await reader(contract.getTrialBalance, { query: { from, to } })).body;
const buyers = async (from: string, to: string) =>
  (await balance(from, to)).data.find(({ kind }) => kind === 'available');

await shop.fund(buyer.id, 500);
await age(40);
await shop.fund(buyer.id, 70);
await age(3);
await shop.fund(buyer.id, 9);

const check = async () => {
  const whole = { side: 'user', opening_cents: 0, debited_cents: 0, credited_cents: 579, closing_cents: 579 };
  expect(await buyers('2020-01-01', dayBefore(0))).toEqual({ kind: 'available', number: null, ...whole });
  expect(await buyers(dayBefore(3), dayBefore(0))).toMatchObject({ opening_cents: 500, closing_cents: 579 });
  expect(await buyers(dayBefore(3), dayBefore(3))).toMatchObject({ opening_cents: 500, credited_cents: 70 });
  expect(await buyers(dayBefore(2), dayBefore(1)), 'nothing moved').toMatchObject({
    opening_cents: 570,
    credited_cents: 0,
    closing_cents: 570,
  });
  expect(await buyers(dayBefore(50), dayBefore(44)), 'before the first transfer').toBeUndefined();
};

test('a trial balance of any days says what was there, what moved and what remained, before and after days are summed up', async () => {
  await check();
  await closeLedgerDays(shop.ctx);
  await check();
});

const days = async () =>
  (await sql<{ day: string }[]>`select distinct day from ledger_days order by day`).map(({ day }) => day);
const past = (work: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx as unknown as typeof sql);
  });

test('what takes too long at once goes on the next time, a day at least', async () => {
  const all = await days();
  await past((tx) => tx`delete from ledger_days`);
  const clock = createManualClock(new Date());
  const slow = {
    sql,
    clock: {
      now: () => {
        clock.advance(HOUR_MS);
        return clock.now();
      },
    },
  };
  await closeLedgerDays(slow);
  expect(await days()).toEqual(all.slice(0, 1));
  await closeLedgerDays(slow);
  expect(await days()).toEqual(all.slice(0, 2));
  await closeLedgerDays(shop.ctx);
  expect(await days()).toEqual(all);
});

test('the check names a day whose sums are gone, wherever it is, and one of which a sum was changed', async () => {
  const [first, second] = await days();
  expect(await verifyDays(sql, '1970-01-01')).toEqual({ last: second, problems: [] });
  expect(await verifyDays(sql, second!)).toEqual({ last: null, problems: [] });
  const put = await sql`select * from ledger_days where day = ${first!}`;
  await past((tx) => tx`delete from ledger_days where day = ${first!}`);
  expect((await verifyDays(sql, '1970-01-01')).problems).toEqual([
    `top_up of ${first} is summed up to 0 but derives to 500`,
  ]);
  await sql`insert into ledger_days ${sql(put)}`;
  await past((tx) => tx`update ledger_days set cents = cents + 1 where day = ${second!}`);
  expect((await verifyDays(sql, first!)).problems).toEqual([
    `top_up of ${second} is summed up to 71 but derives to 70`,
  ]);
  await past((tx) => tx`update ledger_days set cents = cents - 1 where day = ${second!}`);
});

test('all kinds together are zero, and as much was debited as credited', async () => {
  const { meta } = await balance(dayBefore(3), dayBefore(0));
  expect(meta.totals).toEqual({ opening_cents: 0, debited_cents: 79, credited_cents: 79, closing_cents: 0 });
});

test('without days, it is of this month so far', async () => {
  const today = shop.clock.now().toISOString().slice(0, 10);
  const { meta } = (await reader(contract.getTrialBalance)).body;
  expect(meta).toMatchObject({ from: `${today.slice(0, 7)}-01`, to: today });
});

test('its file has the same lines, and the export is audited', async () => {
  const query = { from: dayBefore(3), to: dayBefore(0) };
  const file = String((await reader(contract.exportTrialBalance, { query })).body)
    .trimEnd()
    .split('\r\n');
  expect(file[0]).toBe('number,kind,side,opening_usd,debits_usd,credits_usd,closing_usd,amount,worth_usd');
  expect(file).toContain(',available,user,5.00,0.00,0.79,5.79,,');
  expect(file).toHaveLength((await balance(query.from, query.to)).data.length + 1);
  const [audit] = await sql`select details from audit_entries where action = 'books.trial_balance_exported'`;
  expect(audit).toEqual({ details: query });
});

test('days the wrong way round are refused, and whoever may not read the books', async () => {
  const query = { from: dayBefore(0), to: dayBefore(1) };
  expect((await reader(contract.getTrialBalance, { query })).body.errors?.from).toHaveLength(1);
  expect((await reader(contract.exportTrialBalance, { query })).status).toBe(422);
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const other = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await other(contract.getTrialBalance)).status).toBe(403);
    expect((await other(contract.exportTrialBalance)).status).toBe(403);
  }
});

test('coins that are not credited follow as a memorandum, and no balance counts them', async () => {
  const today = shop.clock.now().toISOString().slice(0, 10);
  const before = await balance(dayBefore(3), today);
  expect(before.memorandum).toEqual([]);
  const [account] = await sql<{ id: number }[]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('LTC', sha256('memo'), 'abcd1234') returning id`;
  await sql`
    insert into rate_samples (coin, usd_e8, sources, at) values
      ('LTC', 9900000000, '{test}', ${shop.clock.now()}), ('LTC', 10000000000, '{test}', ${shop.clock.now()})`;
  await sql`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
    values ('LTC', ${account!.id}, 7, 'nobody', ${'ab'.repeat(32)}, 0, 25000000, ${shop.clock.now()}, 1, 'h')`;
  const after = await balance(dayBefore(3), today);
  expect(after.memorandum).toEqual([
    expect.objectContaining({ coin: 'LTC', part: 'unclaimed', deposits: 1, units: '25000000', worth_cents: 25_00 }),
  ]);
  expect([after.data, after.meta]).toEqual([before.data, before.meta]);
  const file = String((await reader(contract.exportTrialBalance, { query: { from: dayBefore(3), to: today } })).body);
  expect(file.trimEnd().split('\r\n').at(-1)).toBe(',unclaimed_ltc,memorandum,,,,,0.25,25.00');
});

test('of a period that ended before today, nobody knows the memorandum', async () => {
  expect((await balance(dayBefore(9), dayBefore(2))).memorandum).toBeNull();
});
