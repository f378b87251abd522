import { expect, test } from 'vitest';
import { openBrowser, pressEnter, untilHydrated } from '#tests/support/browser.ts';
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

test('a beginning that fits several verbs offers each of them, and one that begins a name finds the name, too', async () => {
  const [order] = await shop.books<{ id: string; number: number }[]>`
    select o.id, o.number from orders o order by o.number limit 1`;
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto('/admin');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  const [batch] = await shop.books<{ name: string }[]>`select name from batches order by name limit 1`;
  await field.fill(`re ${order!.number}`);
  await page.getByRole('option', { name: `Refund #${order!.number}` }).waitFor();
  await field.fill(`re ${batch!.name}`);
  await page.getByRole('option', { name: `Resume ${batch!.name}` }).waitFor();
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

test('a buyer finds brands and their own things, and goes to the control that does what was typed', async () => {
  const { token } = await shop.addBuyer(40_00);
  const page = await newPage({ token });
  await page.goto('/cards');
  await untilHydrated(page);
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /palette-/.test(name))),
  ).toBe(false);
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search brands/ });
  await field.fill('quillmarsh');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Quillmarsh Market/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/brands/quillmarsh-market');
  await page.keyboard.press('Control+k');
  await field.fill('top up');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Top up/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/billing');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
  await page.keyboard.press('Control+k');
  // What was chosen before and fits goes first.
  await field.fill('mark');
  await expect.poll(() => page.getByRole('dialog').getByRole('option').first().textContent()).toMatch(/^Quillmarsh/);
  await field.fill('buy quill');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Buy Quillmarsh Market/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/brands/quillmarsh-market');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Buy now');
  await page.keyboard.press('Control+k');
  await field.fill('sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.getItem('palette'))).toBeNull();
});

test('an inactive account is offered only the pages that it may open', async () => {
  const page = await newPage({ token: await shop.signIn('newcomer') });
  await page.goto('/news');
  await untilHydrated(page);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  const titles = await page.getByRole('dialog').getByRole('option').allTextContents();
  expect(titles.join()).toContain('Activate');
  expect(titles.join()).not.toMatch(/Cart|Orders|Pre-order/);
});

test('single keys do what the account chose, and nothing once they are off; the sheet shows those that hold', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, refusals: true });
  await page.goto('/user/shortcuts');
  await untilHydrated(page);
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('?');
  await pressEnter(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Another shortcut has “?”. Choose a different key.').first().waitFor();
  await search.fill('f');
  await pressEnter(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Your shortcuts were saved.').first().waitFor();
  await page.goto('/news');
  await untilHydrated(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('f', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet.count()).toBe(0);
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/user/shortcuts');
  await untilHydrated(page);
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).press('Space');
  await pressEnter(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Your shortcuts were saved.').first().waitFor();
  await page.goto('/news');
  await untilHydrated(page);
  for (const key of ['f', '/', '?']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
});

test('the desk obeys the keys of the account', async () => {
  const { token } = await shop.addBuyer(1_00);
  const body = { category: 'other', subject: 'By another key', body: 'Why?' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/supports', { token, body });
  const staff = await shop.signIn('admin');
  const choose = (shortcuts: object | null) =>
    shop.api('/api/users/profile', { method: 'PATCH', token: staff, body: { shortcuts } });
  await choose({ on: true, keys: { reply: 'q' } });
  const page = await newPage({ token: staff });
  await page.goto(`/admin/tickets/${data.id}`);
  await untilHydrated(page);
  const answer = page.getByRole('textbox', { name: /^Answer/ });
  await page.keyboard.press('r');
  await page.keyboard.press('q');
  await expect.poll(() => answer.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await answer.inputValue()).toBe('');
  expect(await answer.getAttribute('aria-keyshortcuts')).toBe('q');
  await choose({ on: false, keys: {} });
  await page.reload();
  await untilHydrated(page);
  await page.keyboard.press('q');
  await page.keyboard.press('?');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(await sheet.locator('kbd').allTextContents()).toEqual(['Ctrl Enter', 'Ctrl Shift Enter']);
  await choose(null);
});
