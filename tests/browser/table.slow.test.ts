import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Alert } from '#contracts/oversight/alerts.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { AlertKind } from '#features/feature.ts';
import { raiseAlert } from '#features/oversight/alerts/raise-alert.ts';
import { message } from '#i18n/message.ts';
import { narrow, openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const token = await shop.signIn('admin');

/** Nobody brings it, so the list shows its name and subject. */
const tableAlert: AlertKind = { name: 'test.table', sentence: () => message('alert.title') };

/** Only three alerts about a test buyer, newest first, each raised more often than the one before. */
async function raiseThree(): Promise<{ subjects: [string, string, string]; username: string }> {
  await shop.books`update alerts set resolved_at = now() where resolved_at is null`;
  const { id } = await shop.addBuyer(1_00);
  const [buyer] = await shop.books<{ username: string }[]>`select username from users where id = ${id}`;
  const subjects: [string, string, string] = [`a-${randomUUID()}`, `b-${randomUUID()}`, `c-${randomUUID()}`];
  for (const [index, subject] of subjects.entries())
    for (let times = 0; times <= index; times++)
      await raiseAlert(shop.books, new Date(Date.now() - index * MINUTE_MS), {
        kind: tableAlert,
        subject,
        details: {},
        user_ids: [id],
      });
  return { subjects, username: buyer!.username };
}

const rowsOf = (page: Page, username: string) => page.locator('tbody tr').filter({ hasText: username });
const linksOf = (page: Page, username: string) => rowsOf(page, username).locator('[data-open]');
const shownIn = async (page: Page, username: string) =>
  (await linksOf(page, username).allTextContents()).map((text) =>
    text.slice('test.table: '.length, 'test.table: a'.length),
  );

async function openAlerts(): Promise<string[]> {
  const { data } = await shop.api<{ data: Alert[] }>('/api/admin/alerts?open=1', { token });
  return data.map(({ subject }) => subject);
}

test.each([true, false])(
  'a column sorts by its link, the other way round by a second press, with JavaScript: %s',
  async (javaScript) => {
    const { username } = await raiseThree();
    const page = await newPage({ token, javaScript });
    await page.goto('/admin/alerts');
    expect(await shownIn(page, username)).toEqual(['c', 'b', 'a']);
    const raised = page.getByRole('columnheader', { name: 'Raised' });
    const times = page.getByRole('columnheader', { name: 'Times' });
    // Critical ones come first: no column has that order.
    expect(await raised.getAttribute('aria-sort')).toBeNull();
    await times.getByRole('link').click();
    await page.waitForURL('**/admin/alerts?alerts=times');
    await expect.poll(() => shownIn(page, username)).toEqual(['a', 'b', 'c']);
    await times.getByRole('link').click();
    await page.waitForURL('**/admin/alerts?alerts=-times');
    await expect.poll(() => shownIn(page, username)).toEqual(['c', 'b', 'a']);
    expect(await times.getAttribute('aria-sort')).toBe('descending');
    expect(await raised.getAttribute('aria-sort')).toBeNull();
    await page.goto('/admin/alerts?alerts=times');
    expect(await shownIn(page, username)).toEqual(['a', 'b', 'c']);
  },
);

test('arrows and j and k move from row to row, Space selects, Enter opens; the rows are one stop of the Tab key', async () => {
  const { username } = await raiseThree();
  const page = await newPage({ token });
  await page.goto('/admin/alerts');
  await untilHydrated(page);
  const links = linksOf(page, username);
  const [first, second, third] = [links.nth(0), links.nth(1), links.nth(2)];
  const isFocused = (link: typeof first) => link.evaluate((element) => element === document.activeElement);
  await first.focus();
  await page.keyboard.press('ArrowDown');
  expect(await isFocused(second)).toBe(true);
  await page.keyboard.press('j');
  expect(await isFocused(third)).toBe(true);
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowUp');
  expect(await isFocused(first)).toBe(true);
  await page.keyboard.press('End');
  expect(await isFocused(page.locator('tbody tr:last-child [data-open]'))).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await isFocused(page.locator('tbody tr:last-child [data-open]'))).toBe(true);
  await page.keyboard.press('Home');
  expect(await isFocused(page.locator('tbody tr:first-child [data-open]'))).toBe(true);

  await second.focus();
  expect(await page.locator('tbody [data-open]:not([tabindex="-1"])').count()).toBe(1);
  expect(await second.getAttribute('tabindex')).toBeNull();
  await page.keyboard.press('Space');
  expect(await rowsOf(page, username).nth(1).getByRole('checkbox').isChecked()).toBe(true);
  await page.getByRole('status').getByText('1 selected').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  expect(await page.locator('tbody :checked').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Account of ${username}` }).waitFor();
});

test('a click anywhere in a row opens it', async () => {
  const { username } = await raiseThree();
  const page = await newPage({ token });
  await page.goto('/admin/alerts');
  await untilHydrated(page);
  await rowsOf(page, username).first().locator('time').click();
  await page.getByRole('heading', { name: `Account of ${username}` }).waitFor();
});

test.each([true, false])('what is selected is worked on at once, with JavaScript: %s', async (javaScript) => {
  const { username, subjects } = await raiseThree();
  const page = await newPage({ token, javaScript });
  await page.goto('/admin/alerts');
  if (javaScript) await untilHydrated(page);
  const bar = page.getByRole('form', { name: 'Selected rows' });
  expect(await bar.isVisible()).toBe(false);
  await rowsOf(page, username).nth(0).getByRole('checkbox').check();
  await rowsOf(page, username).nth(2).getByRole('checkbox').check();
  if (javaScript) await bar.getByText('2 selected').waitFor();
  await bar.getByRole('button').click();
  await page.getByText('2 alerts closed').first().waitFor();
  const open = await openAlerts();
  expect(subjects.filter((subject) => open.includes(subject))).toEqual([subjects[1]]);
});

test('the shift key selects all rows in between', async () => {
  const { username } = await raiseThree();
  const page = await newPage({ token });
  await page.goto('/admin/alerts');
  await untilHydrated(page);
  const boxes = rowsOf(page, username).getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  expect(await boxes.nth(1).isChecked()).toBe(true);
  await page.getByRole('form', { name: 'Selected rows' }).getByText('3 selected').waitFor();
});

test.each([true, false])('every row of the page is selected together, with JavaScript: %s', async (javaScript) => {
  await raiseThree();
  const page = await newPage({ token, javaScript });
  await page.goto('/admin/alerts');
  const boxes = page.locator('tbody').getByRole('checkbox');
  if (javaScript) {
    await untilHydrated(page);
    await boxes.first().check();
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.check();
  } else await page.getByRole('link', { name: 'Select all on this page' }).click();
  await page.getByRole('form', { name: 'Selected rows' }).waitFor();
  expect(await page.locator('tbody :checked').count()).toBe(await boxes.count());
});

test('an alert that a colleague closed before is passed over, and refused where it is the only one', async () => {
  const { username, subjects } = await raiseThree();
  const page = await newPage({ token, refusals: true });
  // A live update would remove the closed alert from the page before it is clicked.
  await page.routeWebSocket(/\/app\//, () => {});
  await page.goto('/admin/alerts');
  await untilHydrated(page);
  for (const index of [0, 1]) await rowsOf(page, username).nth(index).getByRole('checkbox').check();
  const only = rowsOf(page, username).nth(2).getByRole('button');
  await shop.books`update alerts set resolved_at = now() where subject in ${shop.books([subjects[0], subjects[2]])}`;
  await only.click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  await page.getByRole('form', { name: 'Selected rows' }).getByRole('button').click();
  await page.getByText('Alert closed').first().waitFor();
  expect(await openAlerts()).not.toContain(subjects[1]);
});

test('at 360 px a row is a list of labelled values that fits, and can still be sorted and selected', async () => {
  const { username } = await raiseThree();
  const page = await newPage({ token, width: narrow });
  await page.goto('/admin/alerts');
  await untilHydrated(page);
  const row = rowsOf(page, username).first();
  const people = row.locator('td[data-label="About"]');
  expect(await people.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"About"');
  const [label, value] = [await people.boundingBox(), await people.locator('.cell').boundingBox()];
  expect(value!.x).toBeGreaterThan(label!.x);
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(narrow);
  await row.getByRole('checkbox').check();
  await page.getByRole('form', { name: 'Selected rows' }).waitFor();
  await page.getByRole('columnheader', { name: 'Raised' }).getByRole('link').click();
  await page.locator('th[aria-sort=ascending]').getByText('Raised').waitFor();
  expect(pathOf(page)).toBe('/admin/alerts?alerts=raised');
});

test.each([true, false])(
  'filters stand in the URL and as chips that take them away, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ token, javaScript });
    await page.goto('/admin/payments?page=2&sort=held');
    if (javaScript) await untilHydrated(page);
    await page.getByLabel('Username, address').fill('nobody.of.this.name');
    await page.getByLabel('Coin').selectOption('ETH');
    if (!javaScript) await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: /Remove.*Coin: ETH/ }).waitFor();
    const query = new URL(page.url()).searchParams;
    expect([query.get('q'), query.get('coin'), query.get('sort'), query.get('page')]).toEqual([
      'nobody.of.this.name',
      'ETH',
      'held',
      null,
    ]);
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('link', { name: /Remove.*Coin: ETH/ }).click();
    await page.waitForURL((url) => !url.searchParams.get('coin'));
    await expect.poll(() => page.getByLabel('Coin').inputValue()).toBe('');
    expect(await page.getByLabel('Username, address').inputValue()).toBe('nobody.of.this.name');
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL((url) => !url.searchParams.get('q'));
    await expect.poll(() => page.locator('.chip').count()).toBe(0);
  },
);

test('the numbers of a chart stand in a table too', async () => {
  const buyer = await shop.signIn('buyer');
  const page = await newPage({ token: buyer });
  await shop.untilOffered('ETH');
  await page.goto('/billing');
  const drawing = page.getByRole('img', { name: /Line chart of the ETH rate/ });
  await drawing.waitFor();
  await page.getByText('ETH as a table').click();
  const cells = await page.locator('.chart-table tbody td').allTextContents();
  const [{ points } = { points: [] }] = (
    await shop.api<{ data: { coin: string; points: { usd: string }[] }[] }>('/api/rates/history', { token: buyer })
  ).data.filter(({ coin }) => coin === 'ETH');
  const rates = points.map(({ usd }) => Number(usd).toLocaleString('en-US', { style: 'currency', currency: 'USD' }));
  expect(cells.length).toBeGreaterThan(5);
  // The last may have changed since the page was made, and the first be older than a day.
  expect(rates).toEqual(expect.arrayContaining(cells.slice(1, -1)));
});
