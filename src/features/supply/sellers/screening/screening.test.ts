import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as contract from '#contracts/supply/sellers.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { loadSanctions } from '../../../coins/deposits/screening/load-sanctions.ts';
import { screenSellers } from './screen-sellers.ts';

const dir = mkdtempSync(join(tmpdir(), 'facevalue-list-'));
afterAll(() => rmSync(dir, { recursive: true }));
const shop = await createTestShop({ sanctions_file: join(dir, 'list.txt') });
const { apply, ask, decide } = await createSellers(shop);
const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });

async function list(text: string) {
  writeFileSync(join(dir, 'list.txt'), text);
  await loadSanctions(shop.ctx);
  await screenSellers(shop.ctx);
}
beforeEach(() => list('# nobody\n'));

const propose = (id: string, owners: string[]) => {
  const body = { reference: 'REG-EXTRACT-7', checked_on: '2026-01-10', owners, reason: 'Register and bank letter' };
  return shop.as(importer)(contract.proposeVerification, { params: { id }, body });
};
const read = async (id: string) => (await shop.as(approver)(contract.getSeller, { params: { id } })).body.data;
const alertsOf = async (id: string) =>
  (await shop.as(approver)(listAlerts, { query: { open: '1' } })).body.data
    .filter(({ subject }) => subject === id)
    .map(({ kind, link }) => [kind, link]);

test('a seller whose owner is on the list is not verified, in whatever order and case the name is written', async () => {
  const { id } = await apply();
  await list('name:Sidorov, Iván\n');
  const { status, body } = await propose(id, ['IVAN SIDOROV']);
  expect([status, body.message]).toEqual([409, expect.stringContaining('IVAN SIDOROV is on the sanctions list')]);
  expect((await read(id)).proposal).toBeNull();
});

test('a list that changed between proposal and approval counts', async () => {
  const { id } = await apply();
  expect((await propose(id, ['Ivan Sidorov'])).status).toBe(200);
  await list('name:Ivan Sidorov');
  expect((await decide(id)).status).toBe(409);
  expect((await read(id)).state).toBe('applied');
});

test('a similar name is shown to staff, who decide', async () => {
  const { id } = await apply();
  await list('name:Ivan Petrovich Sidorov');
  const proposed = await propose(id, ['Ivan Sidorov', 'Anna Schmidt']);
  expect(proposed.body.data).toMatchObject({ owners: ['Ivan Sidorov', 'Anna Schmidt'], resembling: ['Ivan Sidorov'] });
  expect((await decide(id)).body.data.state).toBe('verified');
  await screenSellers(shop.ctx);
  expect(await alertsOf(id)).toEqual([['seller.resembles', `/reseller/sellers/${id}`]]);
  expect((await read(id)).state).toBe('verified');
});

test.each([
  ['its owner', 'name:sidorov ivan'],
  ['its own name', 'name:Ltd Cards Quayside'],
  ['its country', 'country:DE'],
])('a verified seller is suspended with an alert when the list comes to name %s', async (_what, line) => {
  const { id } = await apply();
  await propose(id, ['Ivan Sidorov']);
  expect((await decide(id)).body.data.state).toBe('verified');
  await list(line);
  expect((await read(id)).state).toBe('suspended');
  expect(await alertsOf(id)).toEqual([['seller.listed', `/reseller/sellers/${id}`]]);
  const [entry] = await shop.sql<{ details: object }[]>`
    select details from audit_entries where action = 'seller.suspended' and subject = ${id}`;
  expect(entry?.details).toMatchObject({ cause: 'sanctions', embargoed: line.startsWith('country') });
  expect(JSON.stringify(entry)).not.toContain('Sidorov');
  await list(`${line}\n# again\n`);
  expect((await ask(id)).status).toBe(409);
});

test('no seller of an embargoed country is recorded, and a seller never reads what the list says', async () => {
  await list('country:IR\nname:Ivan Petrovich Sidorov');
  const facts = {
    legal_name: 'Far Cards Ltd',
    contact_email: 'contact@far.example',
    country: 'IR',
    tax_id: 'IR 811 907',
  };
  const terms = { commission_bp: 1000, returns_borne_by: 'shop' as const, reserve_bp: 0, reserve_days: 0 };
  const body = { ...facts, ...terms, minimum_payout_cents: 100 };
  const refused = await shop.as(importer)(contract.addSeller, { body });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['country']]);
  const { id } = await apply();
  await propose(id, ['Ivan Sidorov']);
  const login = await shop.createUser({ role: 'admin', duties: ['seller'] });
  await shop.sql`update sellers set user_id = ${login.id} where id = ${id}`;
  const own = (await shop.as(login)(contract.getSeller, { params: { id } })).body.data;
  expect([own.owners, own.resembling]).toEqual([['Ivan Sidorov'], []]);
});
