import { expect, test } from 'vitest';
import * as contract from '#contracts/office/periods.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const [one, other, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
const account = (kind: string, number: string, tax_key: string | null = null) => ({ kind, number, tax_key });
const plain = { consultant: 1001, client: 1, year_begins: 1, reason: 'as the adviser numbers them' };
const propose = (accounts: contract.AccountNumber[], who: TestUser = one) =>
  shop.as(who)(contract.proposeChart, { body: { ...plain, accounts } });
const read = async () => (await shop.as(auditor)(contract.getChart)).body.data;
const decide = async (decision: 'approved' | 'rejected', who: TestUser = other) => {
  const proposal_id = (await read()).proposal!.id;
  return shop.as(who)(contract.decideChart, { body: { proposal_id, decision, reason: 'compared with the chart' } });
};

test('without a chart, every kind of account has a suggested number of its own', async () => {
  const { chart, kinds, proposal } = await read();
  expect([chart, proposal]).toEqual([null, null]);
  expect(new Set(kinds.map(({ suggested }) => suggested)).size).toBe(kinds.length);
  expect(kinds).toContainEqual({ kind: 'adjustments', side: 'house', suggested: '1000' });
});

test('a chart counts once another approver agreed, and the trial balance shows its numbers', async () => {
  await shop.fund((await shop.createUser()).id, 100);
  expect((await propose([account('available', '1710'), account('sales', '8400', '9')])).status).toBe(204);
  expect(await read()).toMatchObject({
    chart: null,
    proposal: { own: false, consultant: 1001, reason: plain.reason, accounts: [{}, account('sales', '8400', '9')] },
  });
  expect((await propose([account('sales', '8000')])).status, 'one is open').toBe(409);
  expect((await decide('approved', one)).status, 'their own').toBe(403);
  expect((await decide('approved')).status).toBe(204);
  const { chart, kinds, proposal } = await read();
  expect([chart?.accounts, proposal]).toEqual([[account('available', '1710'), account('sales', '8400', '9')], null]);
  expect(kinds.map(({ suggested }) => suggested)).not.toContain('1710');
  const { data } = (await shop.as(auditor)(contract.getTrialBalance)).body;
  expect(data.find(({ kind }) => kind === 'available')?.number).toBe('1710');
  const [audit] = await sql`select actor_id, details from audit_entries where action = 'books.chart_changed'`;
  expect(audit).toEqual({
    actor_id: other.id,
    details: { available: '1710', sales: '8400/9', consultant: 1001, client: 1, year_begins: 1 },
  });
});

test('a rejected chart changes nothing, and the next one replaces the whole', async () => {
  const before = (await read()).chart;
  await propose([account('sales', '8000')]);
  expect((await decide('rejected')).status).toBe(204);
  expect((await read()).chart).toEqual(before);
  shop.clock.advance(1000);
  await propose([account('sales', '8000')]);
  await decide('approved');
  expect((await read()).chart?.accounts).toEqual([account('sales', '8000')]);
});

test('numbers that are there twice, of other lengths or of unknown accounts are refused', async () => {
  const refusal = async (...accounts: contract.AccountNumber[]) => {
    const { status, body } = await propose(accounts);
    return [status, Object.keys(body.errors ?? {})];
  };
  const refused = [422, ['accounts']];
  expect(await refusal(account('sales', '8400'), account('available', '8400'))).toEqual(refused);
  expect(await refusal(account('sales', '8400'), account('sales', '8401'))).toEqual(refused);
  expect(await refusal(account('sales', '8400'), account('available', '170000'))).toEqual(refused);
  expect(await refusal(account('sales', '840000000'))).toEqual(refused);
  expect(await refusal(account('bank', '1200'))).toEqual(refused);
  expect(await refusal(account('sales', '840'))).toEqual(refused);
  expect(await refusal(account('sales', '8400', '12345'))).toEqual(refused);
  expect((await read()).proposal).toBeNull();
});

test('only approvers change the chart, and nobody writes one that was not approved', async () => {
  expect((await propose([account('sales', '8400')], auditor)).status).toBe(403);
  await propose([account('sales', '8400')]);
  expect((await decide('approved', auditor)).status).toBe(403);
  const proposal_id = (await read()).proposal!.id;
  const chart = { proposal_id, consultant: 1001, client: 1, year_begins: 1, at: new Date() };
  await expect(sql`insert into account_charts ${sql(chart)}`).rejects.toThrow('nobody approved this chart');
  await decide('approved');
  const forged = { proposal_id, kind: 'available', number: '8401' };
  await expect(sql`insert into account_numbers ${sql(forged)}`).rejects.toThrow('nobody approved the number');
  await expect(sql`update account_numbers set number = '9999'`).rejects.toThrow();
});
