import { expect, test } from 'vitest';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test('a verb with its record leads to the control that does it, and what was chosen last goes first', async () => {
  const { token } = await shop.addBuyer(1_00);
  const body = { category: 'other', subject: 'By palette', body: 'Why?' };
  const { data } = await shop.api<{ data: { id: string; number: number } }>('/api/supports', { token, body });
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto('/admin');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.fill(`solve ${data.number}`);
  const choice = page.getByRole('option', { name: `Solve #${data.number} By palette` });
  await choice.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/tickets/${data.id}`);
  // Nothing is done before its own button is pressed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Solve');
  expect(await shop.books`select status from tickets where id = ${data.id}`).toEqual([{ status: 1 }]);
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().and(choice).waitFor();
  await field.fill('pymnt');
  await page.getByRole('option', { name: /^Payments on hold/ }).waitFor();
});

test('refunding an order leads to the link that proposes it', async () => {
  const [order] = await shop.books<{ id: string; number: number }[]>`
    select id, number from orders order by number limit 1`;
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto('/admin');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(`refund ${order!.number}`);
  await page
    .getByRole('option', { name: `Refund #${order!.number}`, exact: false })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${order!.id}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Refund by hand');
});
