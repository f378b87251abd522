import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({ CATALOGUE: 'public' });
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);
const brand = '/brands/quillmarsh-market?value=500&quantity=3';

/** What the form of the first top-up suggests, which is above the ten dollars that activate. */
async function suggested(page: Page) {
  await page.getByRole('heading', { name: 'Activate your account' }).waitFor();
  expect(await page.getByLabel('Ether').isChecked()).toBe(true);
  return page.getByLabel('Amount', { exact: true }).inputValue();
}

/** The dollars that a way in says the purchase costs. */
const totalOf = async (link: Locator) =>
  Number(/total_cents=(\d+)/.exec(decodeURIComponent((await link.getAttribute('href')) ?? ''))?.[1]) / 100;

test.each([true, false])(
  'who signs up from a brand is suggested what the choice costs, and led on to its purchase sheet, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ javaScript });
    await page.goto(brand);
    const total = await totalOf(page.getByRole('link', { name: 'Sign in to buy' }));
    await page.getByRole('link', { name: 'Sign in to buy' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    // The page for signing in has a username and a password, too.
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    const username = `stranger-${javaScript}`;
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('E-mail').fill(`${username}@example.com`);
    await page.getByLabel('Password').fill('a quiet tuesday in may');
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(total).toBeGreaterThan(10);
    expect(Number(await suggested(page))).toBe(total);
    await shop.books`update users set email_verified_at = now(), activated_at = now() where username = ${username}`;
    await page.goto('/activation');
    await page.getByRole('link', { name: 'Continue where you left off' }).click();
    await page.getByRole('heading', { name: 'Buy', exact: true }).waitFor();
    expect(pathOf(page)).toMatch(/^\/buy\?programme_id=.*&face_cents=500&quantity=3/);
  },
);

test('who still has to activate the account is led there with what the choice costs', async () => {
  const page = await newPage({ token: await shop.signIn('newcomer') });
  await page.goto(brand);
  const link = page.getByRole('link', { name: 'Activate your account to buy' });
  const total = await totalOf(link);
  await link.click();
  expect(Number(await suggested(page))).toBe(total);
});
