import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { narrow, openBrowser, pressEnter, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

async function cardsInCart(token: string, count: number): Promise<void> {
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price', { token });
  await shop.api('/api/carts', { token, body: { ids: data.slice(0, count).map(({ id }) => id) } });
}

/** Whether the focus is on or just around the selected element; a lost focus is on the page itself. */
const hasFocus = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)).toBe(true);

test('the focus stays in the cart when a line goes, and on the page when it was the last', async () => {
  const { token } = await shop.addBuyer(90_00);
  await cardsInCart(token, 2);
  const page = await newPage({ token });
  await page.goto('/cart');
  await untilHydrated(page);
  const remove = page.getByRole('button', { name: /^Remove / });
  await remove.first().press('Enter');
  await expect.poll(() => remove.count()).toBe(1);
  await hasFocus(page, '.cart-group > ul');
  await page.keyboard.press('Tab');
  await hasFocus(page, '[aria-label^="Remove "]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  await hasFocus(page, '#main');
});

test('a page that asks for nothing but a code takes it without a click', async () => {
  const { id, token } = await shop.addBuyer(1_000_00);
  await shop.books`update devices set trusted_at = null where user_id = ${id}`;
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=-price', { token });
  await shop.api('/api/carts', { token, body: { ids: [data[0]?.id] } });
  const page = await newPage({ token, refusals: true });
  await page.goto('/cart');
  await untilHydrated(page);
  await pressEnter(page.getByRole('button', { name: /^Pay/ }));
  // Announced after the navigation has moved the focus.
  await page
    .getByRole('status')
    .getByText(/^Confirm/)
    .waitFor({ state: 'attached' });
  await hasFocus(page, '#code');
});

test('a choice that applies itself keeps the focus, and so does the button that applies', async () => {
  const { token } = await shop.addBuyer(90_00);
  const page = await newPage({ token });
  await page.goto('/cards');
  await untilHydrated(page);
  await page.getByLabel('Sort').focus();
  await page.getByLabel('Sort').selectOption('price');
  await page.waitForURL(/sort=price/);
  await hasFocus(page, '#sort');
  // The address changes before the page has been rendered for it.
  await page.locator('main a[href*="sort=price"]').first().waitFor();
  await page.getByLabel('Search', { exact: true }).fill('Quill');
  await pressEnter(page.getByRole('button', { name: 'Apply' }));
  await page.waitForURL(/q=Quill/);
  await hasFocus(page, '#apply');
});

test('setting up an app goes on in its own panel', async () => {
  const page = await newPage({ token: await shop.signIn('buyer') });
  await page.goto('/user/security');
  await untilHydrated(page);
  await pressEnter(page.getByRole('button', { name: 'Set up' }));
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await hasFocus(page, '.panel:has(.qr)');
});

test('a menu that the keyboard leaves closes, and Escape gives the focus back', async () => {
  const { token } = await shop.addBuyer(90_00);
  const page = await newPage({ token });
  await page.goto('/news');
  await untilHydrated(page);
  const billing = page.locator('summary', { hasText: 'Billing' });
  await billing.press('Enter');
  await page.keyboard.press('Tab');
  await hasFocus(page, '.menu-panel a');
  await page.keyboard.press('Escape');
  await hasFocus(page, 'summary');
  expect(await page.locator('.menu[open]').count()).toBe(0);
  await billing.press('Enter');
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
  expect(await page.locator('.menu[open]').count()).toBe(0);
});

test('on a small screen another menu opens at the first press', async () => {
  const { token } = await shop.addBuyer(90_00);
  const page = await newPage({ token, width: 800 });
  await page.goto('/news');
  await untilHydrated(page);
  await page.locator('.nav-toggle summary').click();
  await page.locator('.nav-list summary', { hasText: 'Billing' }).click();
  await page.locator('.nav-list summary', { hasText: 'Support' }).click();
  await page.getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { name: 'Questions and answers' }).waitFor();
});

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });

test('without JavaScript, and before the account is active, the bar shows what may be opened', async () => {
  const page = await newPage({ token: await shop.signIn('newcomer'), width: narrow, javaScript: false });
  await page.goto('/news');
  expect(await bar(page).getByRole('link').allInnerTexts()).toEqual(['Activate', 'Funds', 'News', 'Tickets']);
  await page.locator('.bottom-more summary').click();
  expect(await page.locator('.bottom-more a').allInnerTexts()).toEqual(['Billing History', 'FAQ']);
});
