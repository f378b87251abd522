import { expect, test } from 'vitest';
import * as contract from '#contracts/office/dormant-balances.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));

/** A buyer whose last transfer was so many months ago, to the day, and one more day or less. */
async function buyer(balance_cents: number, months: number, days = 1) {
  const user = await shop.createUser({ balance_cents });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update ledger_transfers set created_at = ${shop.clock.now()}::timestamptz
        - make_interval(months => ${months}::int, days => ${days}::int)
      where credit_account_id in (select id from ledger_accounts where owner_id = ${user.id})`;
  });
  return user;
}
const list = async (query: object = {}) => (await reader(contract.listDormantBalances, { query })).body;
const namesIn = async (query: object = {}) => (await list(query)).data.map(({ user }) => user.username);

const recent = await buyer(1_00, 11, 20);
const year = await buyer(2_00, 12);
const two = await buyer(3_00, 24);
const three = await buyer(4_00, 36);
const almost = await buyer(5_00, 36, -1);
const empty = await buyer(6_00, 48);
await sql`
  update ledger_balances set balance_cents = 0
  where account_id in (select id from ledger_accounts where owner_id = ${empty.id})`;

test('balances that nothing moved for 12, 24 and 36 months are counted, the older among the younger', async () => {
  expect((await reader(contract.sumDormantBalances)).body.data).toEqual([
    { months: 12, buyers: 4, cents: 14_00 },
    { months: 24, buyers: 3, cents: 12_00 },
    { months: 36, buyers: 1, cents: 4_00 },
  ]);
});

test('they are listed, the longest first, without those who have nothing or moved something since', async () => {
  expect(await namesIn()).toEqual([three, almost, two, year].map(({ username }) => username));
  expect(await namesIn({ months: '24' })).toEqual([three, almost, two].map(({ username }) => username));
  expect(await namesIn({ months: '36' })).toEqual([three.username]);
  expect(await namesIn()).not.toContain(recent.username);
  const [first] = (await list()).data;
  expect(first).toMatchObject({ user: { id: three.id }, balance_cents: 4_00 });
  expect(shop.clock.now().getTime() - Date.parse(first!.moved_at)).toBeGreaterThan(36 * 30 * DAY_MS);
});

test('pages hold all of them once, forwards and back, and who was shown is audited', async () => {
  const page = (link: string | null) =>
    list(Object.fromEntries(new URLSearchParams(link?.split('?')[1] ?? 'per_page=2')));
  const first = await page(null);
  const second = await page(first.links.next);
  expect([...first.data, ...second.data].map(({ user }) => user.id)).toEqual(
    [three, almost, two, year].map(({ id }) => id),
  );
  expect((await page(second.links.prev)).data).toEqual(first.data);
  const [audit] = await sql<{ ids: string[] }[]>`
    select details -> 'user_ids' as ids from audit_entries where action = 'user.listed' order by id limit 1`;
  expect(audit!.ids).toContain(three.id);
});

test('the file has a line for each of them, and the export is audited', async () => {
  const file = String((await reader(contract.exportDormantBalances, { query: { months: '24' } })).body);
  const rows = file.trimEnd().split('\r\n');
  expect(rows[0]).toBe('last_moved_at,buyer,buyer_id,balance_usd');
  expect(rows[1]).toMatch(new RegExp(`^20.*Z,${three.username},${three.id},4.00$`));
  expect(rows).toHaveLength(4);
  const [audit] = await sql`select details from audit_entries where action = 'dormant_balances.exported'`;
  expect(audit).toEqual({ details: { months: '24' } });
});

test('whoever may not read the books sees nothing, and other numbers of months are refused', async () => {
  expect((await reader(contract.listDormantBalances, { query: { months: '7' } as never })).status).toBe(422);
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const other = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await other(contract.sumDormantBalances)).status).toBe(403);
    expect((await other(contract.listDormantBalances)).status).toBe(403);
    expect((await other(contract.exportDormantBalances)).status).toBe(403);
  }
});

test('whoever buys, or is paid into, is dormant no more', async () => {
  await shop.fund(three.id, 10);
  expect(await namesIn({ months: '36' })).toEqual([]);
});
