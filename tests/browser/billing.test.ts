import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Payment } from '#contracts/coins/payments.ts';
import { narrow, openBrowser, pathOf, wide } from '#tests/support/browser.ts';
import { readQr } from '#tests/support/read-qr.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

const decimalsOf = (amount: string) => /\.(\d+)/.exec(amount)?.[1]?.length ?? 0;
const unitsOf = (amount: string) => BigInt(amount.replace(/\D/g, '')) * 10n ** BigInt(18 - decimalsOf(amount));

/** Starts a payment on /billing and returns its id. */
async function start(page: Page, amount: string, unit = 'US dollars'): Promise<string> {
  await page.goto('/billing');
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Currency').selectOption({ label: unit });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: /^Pay \$/ }).waitFor();
  return pathOf(page).split('/').at(-1) ?? '';
}

async function pay(token: string, id: string, share: bigint, status: Payment['status']): Promise<void> {
  const read = async () => (await shop.api<{ data: Payment }>(`/api/billings/${id}`, { token })).data;
  const { address, amount_units } = await read();
  const body = { coin: 'ETH', address, amount_units: String(BigInt(amount_units) / share) };
  await shop.api('/api/demo/pay', { body });
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  await expect.poll(async () => (await read()).status, { interval: 300 }).toBe(status);
}

test('while an amount is typed its worth in the other unit, its confirmations and its limits are told', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token });
  await page.goto('/billing');
  const told = page.locator('.preview');
  await expect.poll(() => told.textContent()).toMatch(/About 0\.\d+ ETH at \$[\d,.]+ per ETH.*12 confirmations/);
  await page.getByLabel('Amount').fill('4');
  await expect.poll(() => told.textContent()).toContain('The minimum is $5.00.');
  await page.getByLabel('Amount').fill('90000');
  await expect.poll(() => told.textContent()).toContain('Lowered to $4,999.00');
  expect(await page.getByLabel('Amount').inputValue()).toBe('4999');
  await page.getByRole('link', { name: '$50.00', exact: true }).click();
  expect(await page.getByLabel('Amount').inputValue()).toBe('50');
  expect(await told.textContent()).toContain('About ');
  await page.getByLabel('Currency').selectOption('coin');
  await page.getByLabel('Amount').fill('0.01');
  await expect.poll(() => told.textContent()).toMatch(/About \$3\d\.\d\d/);
  expect(await page.getByRole('img', { name: /the ETH rate over the last 24 hours/ }).count()).toBe(1);
});

test.each([
  [narrow, 'light'],
  [wide, 'dark'],
] as const)('a camera reads the payment off the screen, %i pixels wide and %s', async (width, colorScheme) => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, width, colorScheme });
  const id = await start(page, '20');
  const { data } = await shop.api<{ data: Payment }>(`/api/billings/${id}`, { token });
  expect(data.uri).toBe(`ethereum:${data.address}@31337?value=${data.amount_units}`);
  expect(await readQr(page.getByRole('img', { name: /QR code/ }))).toBe(data.uri);
});

test('an underpaid payment offers the rest at the same address, leads to the cart, and makes one receipt', async () => {
  const { token } = await shop.addBuyer(1_00);
  const { data: cards } = await shop.api<{ data: { id: string }[] }>('/api/cards?per_page=1', { token });
  await shop.api('/api/carts', { token, body: { ids: cards.map(({ id }) => id) } });
  const page = await newPage({ token });
  const id = await start(page, '20');
  const address = page.locator('.copyable', { hasText: 'Address' }).locator('code');
  const first = await address.textContent();
  await page.getByRole('button', { name: 'Pay half' }).click();
  await page.getByRole('img', { name: /^Confirmations: \d+ of 12$/ }).waitFor();
  await page.getByRole('heading', { name: /^Send the rest: 0\.\d+ ETH \(\$10\.00\)$/ }).waitFor();
  expect(await address.textContent()).toBe(first);
  const mine = () => shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  await page.getByText('We received part of it and will credit that.').waitFor();
  await mine();
  await page.getByText('$10.00 was added to your balance.').waitFor();
  await page.getByText('That was part of it. Send the rest').waitFor();
  await page.getByRole('button', { name: /^Pay 0\.\d+ ETH$/ }).click();
  await page.getByRole('img', { name: /^Confirmations: \d+ of 12$/ }).waitFor();
  await mine();
  await page.getByText('$20.00 was added to your balance.').waitFor();
  await page.getByRole('link', { name: 'Go to your cart (1 card)' }).waitFor();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('heading', { name: /^Receipt \d+$/ }).waitFor();
  expect(await page.getByText('Locked rate').count()).toBe(2);
  expect(await page.locator('.total .money').textContent()).toBe('$20.00');
  expect(pathOf(page)).toBe(`/billing/${id}/receipt`);
});

test.each([true, false])(
  'history, its search, statement and files are there, with JavaScript: %s',
  async (javaScript) => {
    const { token } = await shop.addBuyer(30_00);
    const page = await newPage({ token, javaScript });
    const id = await start(page, '0.01', 'Coin');
    await pay(token, id, 1n, 'credited');
    await start(page, '10');
    expect(await page.getByRole('link', { name: /other open payment/ }).count()).toBe(0);
    await page.goto('/billing/history');
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('Status').selectOption({ label: 'credited (1)' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/status=credited/);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.goto('/billing/history?from=2020-01-01&to=2020-01-31');
    await page.getByText('No payments match this search.').waitFor();

    await page.goto('/billing/history');
    const [year] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(year.suggestedFilename()).toBe(`facevalue-payments-${new Date().getUTCFullYear()}.csv`);
    const rows = (await readFile(await year.path(), 'utf8')).trim().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(`,0.01,`);

    await page.getByRole('link', { name: 'Statements' }).click();
    await page.getByRole('heading', { name: 'Statements' }).waitFor();
    await page.getByRole('main').locator('tbody').getByRole('link').first().click();
    await page.getByRole('heading', { name: /^Statement for / }).waitFor();
    const balance = ((await shop.balanceOf(token)) / 100).toFixed(2);
    expect(await page.locator('.total .money').textContent()).toBe(`$${balance}`);
    const [month] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect((await readFile(await month.path(), 'utf8')).trim().split('\r\n').at(-1)).toMatch(
      new RegExp(`,${balance}$`),
    );
  },
);

test('a small payment waits for more and says so; an admin releases it with a reason, without JavaScript', async () => {
  const { token } = await shop.addBuyer(1_00);
  const buyer = await newPage({ token, width: narrow });
  const id = await start(buyer, '5');
  await pay(token, id, 5n, 'held');
  await buyer.reload();
  await buyer
    .getByText(/^Payments below \$5\.00 are kept /)
    .first()
    .waitFor();

  const admin = await newPage({ token: await shop.signIn('admin'), javaScript: false, refusals: true });
  await admin.goto('/admin/payments?reason=minimum');
  await admin.locator('tbody').getByRole('link').first().click();
  await admin.getByRole('button', { name: 'Release' }).click();
  await admin.getByText('Give a reason in a few words.').first().waitFor();
  await admin.getByLabel('Reason').fill('A gift of the house');
  const { pathname } = new URL(admin.url());
  await admin.getByRole('button', { name: 'Release' }).click();
  await admin.waitForURL('**/admin/payments?reason=minimum');
  await admin.goto(pathname);
  await admin.getByText('admin released it').waitFor();
  await admin.getByText('A gift of the house').waitFor();
  expect(await shop.balanceOf(token)).toBe(2_00);
});

test('the back office shows each chain with what to import', async () => {
  const admin = await newPage({ token: await shop.signIn('admin') });
  await admin.goto('/admin/chains');
  await admin.getByRole('heading', { name: /^ETH local Ethereum development chain/ }).waitFor();
  await admin.getByRole('button', { name: 'Copy Descriptor for your wallet' }).first().waitFor();
});

test('what is copied is exactly what is to be paid', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token });
  const id = await start(page, '12.34');
  const { data } = await shop.api<{ data: Payment }>(`/api/billings/${id}`, { token });
  const codes = await page.locator('.pay-box .copyable code').allTextContents();
  expect(codes.slice(1)).toEqual([data.address, data.uri]);
  const groups = await page.locator('.address-group').allTextContents();
  expect(groups.slice(1).every((group) => group.length === 4)).toBe(true);
  expect(await page.locator('mark.address-group').allTextContents()).toEqual([groups[0], groups.at(-1)]);
  expect(unitsOf(codes[0] ?? '')).toBe(BigInt(data.amount_units));
});
