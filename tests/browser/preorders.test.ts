import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test('who pre-orders first, or many cards, is asked whether somebody told them to, as at checkout', async () => {
  const buyer = await shop.addBuyer(100_00);
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=1', buyer);
  const page = await newPage(buyer);
  const warning = page.getByText('Did someone tell you to buy cards?');
  await page.goto('/preorder');
  await untilHydrated(page);
  await warning.waitFor();
  await page.getByLabel(/just tell me/).check();
  await warning.waitFor({ state: 'detached' });

  await shop.api('/api/invoices', { ...buyer, body: { ids: [data[0]!.id] } });
  const { id } = data[0]!.programme;
  const quoteFor = (quantity: number) =>
    page.goto(`/preorder?programme_id=${id}&face=${data[0]!.face_cents / 100}&quantity=${quantity}&highest=1`);
  await quoteFor(2);
  await page.getByLabel('Show price').waitFor();
  expect(await warning.count()).toBe(0);
  await quoteFor(3);
  await warning.waitFor();
});
