import { expect, test } from 'vitest';
import { narrow, openBrowser, pressEnter, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])('a receiver is added, tested and removed by keyboard, with JavaScript: %s', async (javaScript, width) => {
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
  await page.goto('/admin/alerts');
  await page.getByRole('link', { name: 'Receivers of alerts' }).press('Enter');
  await page.getByText('No server is told of alerts yet').waitFor();
  await page.getByLabel('Name').fill('On call');
  await page.getByLabel('Address').fill('http://hooks.example/alerts');
  await page.getByLabel('Secret').fill('sixteen letters and more');
  await pressEnter(page.getByRole('button', { name: 'Add', exact: true }));
  await page.getByText('Give an address that starts with https://').first().waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('On call');
  if (!javaScript) expect(await page.getByLabel('Secret').inputValue()).toBe('');
  await page.getByLabel('Address').fill('https://127.0.0.1/alerts');
  await page.getByLabel('Secret').fill('sixteen letters and more');
  await pressEnter(page.getByRole('button', { name: 'Add', exact: true }));
  await page.getByText('Receiver added').first().waitFor();
  expect(await page.getByLabel('Secret').inputValue()).toBe('');
  await pressEnter(page.getByRole('button', { name: 'Send a test: On call' }));
  await page.getByText('its host has no public address').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/receivers-${width}-${colorScheme}.png`, fullPage: true });
  }
  const scroll = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(scroll).toBe(0);
  await pressEnter(page.getByRole('button', { name: 'Remove: On call' }));
  await page.getByText('Receiver removed').first().waitFor();
  await page.getByText('No server is told of alerts yet').waitFor();
});
