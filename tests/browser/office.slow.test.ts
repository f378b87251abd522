import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])('the reseller area stands in the menu of the office, with its head, JavaScript: %s', async (javaScript, width) => {
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width });
  await page.goto('/reseller');
  const menu = page.getByRole('navigation', { name: 'Back office' });
  if (width === narrow) await menu.locator('summary').click();
  expect(await menu.locator('[aria-current="page"]').textContent()).toBe('Batches');
  for (const [group, names] of [
    ['Stock', ['Programmes', 'Batches', 'Pre-orders', 'Sellers']],
    ['Money', ['Payouts', 'Bank statements']],
  ] as const)
    expect(await menu.getByRole('list', { name: group }).getByRole('link').allTextContents()).toEqual(
      expect.arrayContaining([...names]),
    );
  const head = page.getByRole('banner');
  expect(await head.getByText('$').count()).toBe(0);
  expect(await page.getByRole('link', { name: /Cart/ }).count()).toBe(0);
  await page.getByRole('table', { name: 'Batches' }).getByRole('link').last().click();
  await page.waitForURL('**/reseller/base/*');
  await page.getByRole('navigation', { name: 'You are in' }).getByRole('link', { name: 'Batches' }).click();
  await page.waitForURL('**/reseller');
  await head.getByRole('link', { name: 'Shop' }).click();
  await page.waitForURL('**/cards');
  await page
    .getByRole('banner')
    .getByText(/^\$\d+\.\d\d$/)
    .waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Back office' }).first().click();
  await page.waitForURL('**/admin');
});

test('a buyer has no way to the office', async () => {
  const buyer = await newPage({ token: await shop.signIn('buyer') });
  await buyer.goto('/news');
  expect(await buyer.locator('a[href^="/admin"], a[href^="/reseller"]').count()).toBe(0);
});

test.each([
  [true, wide],
  [false, narrow],
])('the overview says what needs somebody and how the period did, JavaScript: %s', async (javaScript, width) => {
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width });
  await page.goto('/admin?days=7');
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  expect(await page.locator('.stats').first().locator('dt').allTextContents()).toEqual([
    'Sales',
    'Margin',
    'Top-ups',
    'New buyers',
  ]);
  await shop.books`
    insert into alerts (kind, subject, user_ids, raised_at, last_raised_at)
    values ('payment.held_for_review', 'x', '{}', now(), now()) on conflict do nothing`;
  await page.reload();
  await page.locator('.needs').getByRole('link', { name: 'Alerts' }).click();
  await page.waitForURL('**/admin/alerts');
});

test('a chart is read by keyboard as a slider and by pointer, with the period before', async () => {
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto('/admin?days=7');
  const sales = page.getByRole('region', { name: 'Sales' });
  const slider = sales.getByRole('slider', { name: 'Sales by day, in dollars' });
  await slider.focus();
  const reading = sales.locator('.chart-reading');
  const last = await reading.textContent();
  expect(last).toMatch(/^\d+ \w+ \d{4}: \$[\d,.]+ · before that, \d+ \w+ \d{4}: \$[\d,.]+$/);
  expect(await slider.getAttribute('aria-valuetext')).toBe(last);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((before) => document.querySelector('.chart-reading')?.textContent !== before, last);
  await page.keyboard.press('Home');
  const first = await reading.textContent();
  await slider.blur();
  await reading.waitFor({ state: 'detached' });
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + 20);
  await reading.waitFor();
  expect(await reading.textContent()).toBe(first);
});

test('a list says how long ago something was, and the exact time on hover', async () => {
  await shop.books`
    insert into alerts (kind, subject, user_ids, raised_at, last_raised_at)
    values ('payment.held_for_review', 'old', '{}', now() - interval '34 days 2 hours', now()) on conflict do nothing`;
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto('/admin/alerts');
  const time = page.locator('tbody time').filter({ hasText: /^34 d$/ });
  expect(await time.getAttribute('title')).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/);
  await page.goto('/admin/orders');
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(42);
});

test('an order of the office says what happened to it, and leads to its refund with its number', async () => {
  const buyer = await shop.addBuyer(50_00);
  const { data: cards } = await shop.api<{ data: { id: string }[] }>('/api/cards?sort=price', buyer);
  const { data: order } = await shop.api<{ data: { id: string; number: number } }>('/api/invoices', {
    ...buyer,
    body: { ids: [cards[0]!.id] },
  });
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole('region', { name: 'What happened' }).getByText('Ordered and paid').waitFor();
  await page.getByRole('link', { name: 'Refund by hand' }).click();
  await page.waitForURL(/\/admin\/users\/.*#adjust/);
  expect(await page.locator('[name="order_number"]').inputValue()).toBe(String(order.number));
});
