import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { formatDay } from '#i18n/format.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('a card that ends soon says so in the list and in the cart, which later says why it can’t be bought', async () => {
  const buyer = await shop.addBuyer(100_00);
  const [ending, paused, kept] = await Promise.all(
    ['quillmarsh', 'brambleforth', 'velquist'].map(async (q) => {
      const { data } = await shop.api<{ data: Card[] }>(`/api/cards?q=${q}&sort=price&per_page=1`, buyer);
      return data[0]!;
    }),
  );
  await shop.books`update cards set expires_on = ${dayIn(20)} where programme_id = ${ending!.programme.id}`;
  await shop.api('/api/carts', { ...buyer, body: { ids: [ending!.id, paused!.id, kept!.id] } });
  const page = await newPage(buyer);
  const soon = `expires soon: ${formatDay('en', dayIn(20), 'UTC')}`;
  await page.goto('/cards?q=quillmarsh&sort=price');
  await page.locator('.tile').filter({ hasText: soon }).first().waitFor();
  await page.goto('/cart');
  const line = (card: Card) => page.getByRole('listitem').filter({ hasText: card.programme.name });
  await line(ending!).getByText(soon).waitFor();

  await shop.books`update cards set expires_on = ${dayIn(-1)} where id = ${ending!.id}`;
  await shop.books`
    update batches set state = 'paused' where id = (select batch_id from cards where id = ${paused!.id})`;
  await page.reload();
  await line(ending!).getByText('expired', { exact: true }).waitFor();
  await line(paused!).getByText('not on sale', { exact: true }).waitFor();
  await page.getByText(/^Expired: Quillmarsh Market .* We took it out of the total\.$/).waitFor();
  await page.getByText(/^Not on sale right now: Brambleforth Books .* We took it out of the total\.$/).waitFor();
  await page.getByRole('button', { name: 'Remove unavailable cards' }).click();
  await page.getByRole('button', { name: `Pay $${(kept!.price_cents / 100).toFixed(2)}` }).click();
  await page.waitForURL('**/orders/*');
  await page.getByRole('article', { name: kept!.programme.name }).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
});
