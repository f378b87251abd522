import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { heardOn, listen } from '#tests/support/heard.ts';
import { personAt } from '#tests/support/person.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** A page of somebody who hears it and has a keyboard. */
async function openHeard(token: string, path: string) {
  const page = await newPage({ token });
  await listen(page);
  await page.goto(path);
  await untilHydrated(page);
  return { page, person: personAt(page) };
}

/** The parts of a page that a screen reader jumps between, by role and name, as the browser hands them out. */
async function landmarksOf(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const parts = /^ *- (banner|main|contentinfo|search|(?:navigation|region|form|complementary)(?: "[^"]*")?):?$/gm;
  return Array.from(tree.matchAll(parts), ([, part]) => part ?? '');
}

const headingsOf = (page: Page, part = 'main') =>
  page
    .locator(`${part} :is(h1, h2, h3)`)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.localName} ${(one as HTMLElement).innerText.replace(/\s+/g, ' ')}`),
    );

const focusIn = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.id || at?.getAttribute('aria-label') || at?.textContent || '';
  });

/** A navigation says its page and begins at its content. */
async function arrived(page: Page, title: string): Promise<void> {
  await expect.poll(() => heardOn(page)).toContain(`${title} · Facevalue`);
  await expect.poll(() => focusIn(page)).toBe('main');
}

test('a card is found, bought and its code heard: parts, names, announcements and focus, by the keyboard alone', async () => {
  const { token } = await shop.addBuyer(90_00);
  const { page, person } = await openHeard(token, '/cards');
  expect(await landmarksOf(page)).toEqual([
    'complementary "Demo mode"',
    'banner',
    'navigation "Main"',
    'main',
    'search',
    'region "Brands"',
    'region "Single cards"',
    'navigation "Pages"',
    'contentinfo',
    'form "Language"',
    'region "Notifications"',
  ]);
  expect(await headingsOf(page)).toEqual(['h1 Shop', 'h2 Brands', 'h2 Single cards']);
  // Nothing is said of what stands there from the start.
  expect(await heardOn(page)).toEqual([]);

  // The palette: the focus goes into it, and back when it closes.
  const search = page.getByRole('button', { name: 'Find anything' });
  await search.focus();
  await person.press('Enter');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await expect.poll(() => focusIn(page)).toMatch(/^Search brands/);
  await person.press('Escape');
  await expect.poll(() => search.evaluate((button) => button === document.activeElement)).toBe(true);

  await person.tabTo(/^Skip to results$/);
  await person.press('Enter');
  await person.tabTo(/Quillmarsh Market/);
  await person.press('Enter');
  await arrived(page, 'Quillmarsh Market');
  expect((await headingsOf(page)).slice(0, 5)).toEqual([
    'h1 Quillmarsh Market',
    'h2 Choose a card',
    'h2 How to redeem',
    'h2 About this card',
    'h2 Returns and guarantee',
  ]);
  const values = page.getByRole('group', { name: 'Value' });
  expect(await values.getByRole('radio').count()).toBe(5);
  const first = values.getByRole('radio', { name: /^\$5 \$[\d.]+ \d+% off$/ });
  expect(await first.isChecked()).toBe(true);
  expect(await page.getByRole('spinbutton', { name: 'Quantity' }).count()).toBe(1);

  await person.tabTo(/^Buy now$/);
  await person.press('Enter');
  await arrived(page, 'Buy');
  expect(await landmarksOf(page)).toEqual(expect.arrayContaining(['region "Quillmarsh Market"', 'form "Checkout"']));
  const pay = page.getByRole('form', { name: 'Checkout' }).getByRole('button', { name: /^Pay \$/ });
  expect(await pay.count()).toBe(1);
  await person.tabTo(/^I want my code now/);
  await person.press('Space');
  await person.tabTo(/^Pay/);
  await person.press('Enter');

  // The code is where the focus goes, so it is read at once; nothing else speaks over it.
  await page.getByRole('heading', { level: 1, name: 'Paid. Here is your code.' }).waitFor();
  await expect.poll(() => focusIn(page)).toBe('Code');
  expect(await page.getByRole('region', { name: 'Code' }).ariaSnapshot()).toMatch(/code: [\d ]{16,}[\s\S]*"Copy Code"/);
  expect(await page.title()).toBe('Buy · Facevalue');
  await person.tabTo(/^Copy Code$/);
  await person.press('Enter');
  await expect.poll(() => heardOn(page)).toContain('Copied');
  expect((await heardOn(page)).filter((said) => said.startsWith('!'))).toEqual([]);
});

test('a refused form puts the focus on what is wrong, with its reason in the description', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, refusals: true });
  await listen(page);
  await page.goto('/billing');
  await untilHydrated(page);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('1');
  await amount.press('Enter');
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  const described = await amount.evaluate(
    (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(described).toContain('$5.00');
});

test('a ticket is found, answered and the answer heard, by the keyboard alone', async () => {
  const { token } = await shop.addBuyer(1_00);
  const body = { category: 'other', subject: 'Where is it?', body: 'I paid.' };
  const { data } = await shop.api<{ data: { id: string; number: number } }>('/api/supports', { token, body });
  const { page, person } = await openHeard(await shop.signIn('admin'), '/admin/tickets?q=where');
  expect(await landmarksOf(page)).toEqual(
    expect.arrayContaining(['main', 'navigation "Back office"', 'search', 'region "Notifications"']),
  );
  expect((await headingsOf(page))[0]).toBe('h1 Tickets');
  const table = page.getByRole('table', { name: 'Tickets' });
  expect(await table.getByRole('columnheader').allTextContents()).toContain('Subject');
  // Into the rows, which say what they are.
  await person.press('j');
  await expect.poll(() => focusIn(page)).toContain(`#${data.number} Where is it?`);
  await person.press('Enter');
  await expect.poll(() => pathOf(page)).toContain(`/admin/tickets/${data.id}`);
  await arrived(page, `Ticket #${data.number}`);
  expect(await headingsOf(page)).toContain(`h1 #${data.number} Where is it?`);
  await person.press('r');
  const answer = page.getByRole('textbox', { name: /^Answer/ });
  await expect.poll(() => answer.evaluate((field) => field === document.activeElement)).toBe(true);
  await person.type('It is on its way.');
  await person.press('Control+Enter');
  await expect.poll(() => heardOn(page)).toContainEqual(expect.stringContaining('Your answer was sent'));
  // The field is empty for the next one, and the focus is on the page, not lost.
  await expect.poll(() => answer.inputValue()).toBe('');
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  const said = page.getByRole('main').getByText('It is on its way.');
  await expect.poll(() => said.count()).toBe(1);
  expect((await heardOn(page)).filter((one) => one.startsWith('!'))).toEqual([]);
});

test('expiry is said once before a card is bought, and a search that finds brands says nothing of no cards', async () => {
  const { token } = await shop.addBuyer(1_00);
  const { page } = await openHeard(token, '/brands/ostermoor-kaffee');
  const text = await page.getByRole('main').innerText();
  expect(text.match(/expires/g)).toHaveLength(1);
  expect(text).toContain('The balance expires 5 years after purchase.');
  // A misspelt word finds brands, and no single card.
  await page.goto('/cards?q=cofee');
  expect(await page.locator('.results-head p').innerText()).toMatch(/^\d+ brands?( · [1-9][\d,]* cards?)?$/);
});
