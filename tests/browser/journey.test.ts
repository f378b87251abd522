import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const password = 'a quiet tuesday in may';

async function register(page: Page, username: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('E-mail').fill(`${username}@example.com`);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
}

async function confirmEmailChange(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'mailbox page' }).click();
  await page.waitForURL('**/demo/mails');
  const mail = page.locator('article', { hasText: `To ${username}@example.com` });
  await expect
    .poll(async () => (await page.reload()) && (await mail.count()), { timeout: 20_000, interval: 200 })
    .toBe(1);
  await mail.getByRole('link', { name: 'verify-email' }).click();
  await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
  await page.getByText('Your e-mail address is confirmed').waitFor();
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/news');
}

/** Requests an address on the activation page, where new users who want to shop are redirected. */
async function startPayment(page: Page): Promise<void> {
  await page.goto('/cards');
  expect(pathOf(page)).toBe('/activation');
  await page.getByRole('heading', { name: 'Confirm your e-mail address (done)' }).waitFor();
  await page.getByRole('heading', { name: 'Add at least $10.00 (to do)' }).waitFor();
  await page.getByLabel('Amount', { exact: true }).fill('25');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Pay $25.00 in ETH' }).waitFor();
}

async function putIntoCart(page: Page): Promise<void> {
  await page.goto('/cards');
  await page.getByLabel('Search').fill('quillmarsh');
  await page.getByLabel('Sort').selectOption('price');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?q=quillmarsh&sort=price/);
  const tile = page.locator('.tile').first();
  await tile.getByRole('img', { name: 'Quillmarsh Market, $5' }).waitFor();
  expect(await page.locator('.tile').count()).toBeGreaterThan(1);
  await tile.getByRole('button', { name: 'Add to cart: Quillmarsh Market' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart 1 in the cart' }).waitFor();
}

async function checkOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'In cart' }).click();
  await page.getByText('New balance').waitFor();
  await page.getByRole('button', { name: /^Pay \$4\.\d\d$/ }).click();
  await page.waitForURL('**/orders/*');
}

async function revealCode(page: Page): Promise<void> {
  await page.goto('/orders');
  await page.getByRole('main').getByRole('link', { name: 'Order' }).click();
  await page.getByLabel('I want my code now').check();
  await page.getByLabel('I understand that').check();
  await page.getByRole('button', { name: 'Reveal the code' }).click();
  const secret = page.getByRole('region', { name: 'Code' });
  await secret.waitFor();
  expect(await secret.locator('code').allTextContents()).toEqual([
    expect.stringMatching(/^707412\d{10}$/),
    expect.stringMatching(/^\d{4}$/),
  ]);
}

/** Records each status that the payment page shows from now on. */
async function noteStatuses(page: Page): Promise<() => Promise<string[] | undefined>> {
  await page.evaluate(() => {
    const noted: string[] = [];
    const note = () => {
      const status = document.querySelector('main .tag')?.textContent ?? '';
      if (noted.at(-1) !== status) noted.push(status);
    };
    note();
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { noted });
  });
  return () => page.evaluate(() => (window as { noted?: string[] }).noted);
}

test('a new user registers, pays in ETH, sees the payment arrive, buys a card and reads its code', async () => {
  const page = await newPage();
  await register(page, 'new-user');
  await confirmEmailChange(page, 'new-user');
  await signIn(page, 'new-user');
  await startPayment(page);

  const statuses = await noteStatuses(page);
  await page.getByRole('button', { name: /^Pay 0\.\d+ ETH$/ }).click();
  await page.getByText(/^confirming \d+ of 12$/).waitFor();
  await page.getByText('$25.00 was added to your balance.').waitFor({ timeout: 40_000 });
  // A reload would have lost the recorded statuses.
  expect((await statuses())?.filter((status) => status !== 'seen')).toEqual(['waiting', 'confirming', 'credited']);
  await page.getByRole('group').getByText('$25.00').waitFor();

  await putIntoCart(page);
  await checkOut(page);
  await revealCode(page);
  await page.getByRole('button', { name: 'Copy Code' }).click();
  await page.getByRole('status').getByText('Copied').waitFor();
});

test('the same way is open without JavaScript', async () => {
  const page = await newPage({ javaScript: false });
  await register(page, 'script-free');
  await confirmEmailChange(page, 'script-free');
  await signIn(page, 'script-free');
  await startPayment(page);

  const [amount, address] = await page.locator('.copyable code').allTextContents();
  const amount_units = (BigInt((amount ?? '').replace(/\D/g, '')) * 10n ** 18n) / 10n ** BigInt(decimalsOf(amount));
  await shop.api('/api/demo/pay', { body: { coin: 'ETH', address, amount_units: String(amount_units) } });
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  const credited = page.getByText('$25.00 was added to your balance.');
  await expect
    .poll(async () => (await page.reload()) && (await credited.count()), { timeout: 40_000, interval: 500 })
    .toBe(1);

  await putIntoCart(page);
  await checkOut(page);
  await revealCode(page);
});

const decimalsOf = (amount = '') => /\.(\d+)/.exec(amount)?.[1]?.length ?? 0;
