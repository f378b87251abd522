import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { getOperatorVersions, getTaxRates } from '#contracts/office/tax.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { issueInvoices } from '#features/office/tax/invoices/issue-invoices.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const [one, other] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
];

/** What a page says, without its tags; sent as a form if there are fields. */
async function visit(who: TestUser, path: string, fields?: Record<string, string>) {
  const response = await app.request(`http://localhost${path}`, {
    headers: {
      cookie: `facevalue=${who.token}`,
      origin: 'http://localhost',
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
  });
  const html = await response.text();
  return { status: response.status, text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
}

test('legal data and rates are agreed to on their pages, and a buyer reads the invoice and its credit note', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const reason = 'Compared with the register';
  const rates = { decision: 'propose', rates: 'de 19\nFR 5,5 %', programme_id: '', valid_from: today, reason };
  expect((await visit(one, '/admin/ledger/vat-rates', rates)).status).toBe(302);
  const proposed = (await shop.as(one)(getTaxRates)).body.data.proposal!;
  const approve = (proposal_id: string) => ({ decision: 'approve', proposal_id, reason });
  expect((await visit(other, '/admin/ledger/vat-rates', approve(proposed.id))).status).toBe(302);
  expect((await visit(one, '/admin/ledger/vat-rates')).text).toMatch(/France All programmes .* 5\.5%/);
  const [street, postal_code, city] = ['Hafenstraße 7', '20359', 'Hamburg'];
  const company = { legal_name: 'Cards GmbH', street, postal_code, city, country: 'de', vat_id: 'DE 123456789' };
  const typed = { decision: 'propose', ...company, tax_number: '', reason };
  expect((await visit(one, '/admin/ledger/operator', typed)).status).toBe(302);
  const { proposal } = (await shop.as(one)(getOperatorVersions)).body.data;
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  expect((await visit(other, '/admin/ledger/operator', approve(proposal!.id))).status).toBe(302);
  expect((await visit(one, '/imprint')).text).toContain('Cards GmbH');

  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const [card] = await addCards(shop, { country: 'DE', price_cents: 1190 });
  const bought = await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
  const { id } = bought.body.data;
  const documents = `/orders/${id}/documents`;
  expect((await visit(buyer, documents)).text).toContain('No invoice yet');
  await shop.as(buyer)(returnCard, { params: { id, card_id: card!.id }, idempotencyKey: randomUUID() });
  await sealTransfers(shop.sql, shop.ctx.vault);
  await issueInvoices(shop.ctx);
  const { text } = await visit(buyer, documents);
  expect(text).toMatch(/Invoice INV-\d{4}-000001 .*DE123456789.* \$1\.90 .* \$11\.90/);
  expect(text).toMatch(/Credit note CN-\d{4}-000001 .*-\$1\.90/);
  expect((await visit(one, '/admin/ledger/invoices')).text).toMatch(/INV-\d{4}-000001/);
  expect((await visit(one, '/admin/ledger/oss')).text).toMatch(/Germany At home/);
});
