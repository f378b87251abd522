import { expect, test } from 'vitest';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

const scripts = '**/assets/*.js';

/** Opens a page whose scripts come only when the returned function is called, which waits until they run. */
async function openEarly(token: string, path: string, refusals = false) {
  const page = await newPage({ token, refusals });
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const hydrate = async () => {
    letThrough();
    await untilHydrated(page);
    await page.unroute(scripts);
  };
  return { page, hydrate };
}

test('a filter that was filled in before the scripts came is what the list is searched for', async () => {
  const { page, hydrate } = await openEarly(await shop.signIn('admin'), '/admin/payments');
  const query = page.getByLabel('Username, address');
  await query.fill('nobody.of.this.name');
  await page.getByLabel('Coin').selectOption('ETH');
  await hydrate();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: /Remove.*Coin: ETH/ }).waitFor();
  expect(await query.inputValue()).toBe('nobody.of.this.name');
});

test('a search that needs no button needs none for what was typed early', async () => {
  const { page, hydrate } = await openEarly((await shop.addBuyer(1_00)).token, '/bininfo');
  await page.getByRole('searchbox').fill('4012888888881881');
  await hydrate();
  await page.getByRole('heading', { name: 'Not a programme sold here.' }).waitFor();
});

test('value and quantity that were chosen early are what the total is for, and stay', async () => {
  const { page, hydrate } = await openEarly((await shop.addBuyer(90_00)).token, '/brands/quillmarsh-market');
  await page.locator('.value-chip', { hasText: '$10' }).first().click();
  await page.getByLabel('Quantity').fill('3');
  await hydrate();
  await page.getByText('3 × $10').first().waitFor();
  await page.waitForURL(/value=1000/);
  expect(await page.getByLabel('Quantity').inputValue()).toBe('3');
});

test('a preview shows what was typed early', async () => {
  const { page, hydrate } = await openEarly(await shop.signIn('admin'), '/admin/news/new');
  await page.getByLabel('Content', { exact: true }).fill('Some *emphasis*.');
  await hydrate();
  await page.getByRole('region', { name: 'Preview', exact: true }).locator('em').waitFor();
});

test('a draft keeps what was typed early', async () => {
  const { page, hydrate } = await openEarly((await shop.addBuyer(1_00)).token, '/support');
  const message = page.getByLabel('Message');
  await message.fill('The code of my card');
  await hydrate();
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('The code of my card');
});

test('a message that was refused keeps what was added to it early', async () => {
  const { page, hydrate } = await openEarly((await shop.addBuyer(1_00)).token, '/support', true);
  const message = page.getByLabel('Message');
  await message.fill('The code of my card\nis refused.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await message.fill('The code of my card\nis refused at the till.');
  await hydrate();
  expect(await message.inputValue()).toBe('The code of my card\nis refused at the till.');
});

test('the preview of a notice shows all that was typed early', async () => {
  const { page, hydrate } = await openEarly(await shop.signIn('admin'), '/admin/notices/new');
  await page.getByLabel('Title', { exact: true }).fill('Closed on Monday');
  await page.getByLabel('Content', { exact: true }).fill('For the stocktaking.');
  await hydrate();
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await preview.getByText('For the stocktaking.').waitFor();
  await preview.getByText('Closed on Monday').waitFor();
});
