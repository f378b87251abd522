import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { narrow, openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { type Person, personAt } from '#tests/support/person.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);
const password = 'a quiet tuesday in may';
const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const activation = (page: Page) => page.getByRole('navigation', { name: 'Activate your account' });
const brandTile = (page: Page, name: string) => page.locator('.brand-tile a', { hasText: name });

async function register(page: Page, person: Person, username: string, from = '/'): Promise<void> {
  await page.goto(from);
  await person.click(page.getByRole('link', { name: 'Create an account' }));
  await heading(page, 'Create an account').waitFor();
  await person.fill(page.getByLabel('Username'), username);
  await person.fill(page.getByLabel('E-mail'), `${username}@example.com`);
  await person.fill(page.getByLabel('Password'), password);
  await person.click(page.getByLabel('I accept the terms'));
  await person.click(button(page, 'Create account'));
  await heading(page, 'Activate your account').waitFor();
}

async function confirmEmail(page: Page, person: Person, username: string): Promise<void> {
  await person.click(page.getByRole('link', { name: 'mailbox page' }));
  await page.waitForURL('**/demo/mails');
  const mail = page.locator('article', { hasText: `To ${username}@example.com` });
  await expect.poll(async () => (await page.reload()) && (await mail.count()), { interval: 200 }).toBe(1);
  await person.click(mail.getByRole('link', { name: 'verify-email' }));
  await person.click(button(page, 'Confirm e-mail address'));
  await page.getByText('Your e-mail address is confirmed').waitFor();
  expect(pathOf(page)).toBe('/activation');
}

/** Types the mailed code in the page that waits for it. */
async function typeCode(page: Page, person: Person, username: string): Promise<void> {
  const mailed = async () => {
    const { data } = await shop.api<{ data: { to: string; text: string }[] }>('/api/demo/mails');
    return /^\d{8}$/m.exec(data.find(({ to }) => to === `${username}@example.com`)?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(mailed).not.toBe('');
  await person.fill(page.getByLabel('Code from the mail'), await mailed());
  await person.click(button(page, 'Confirm'));
  await heading(page, 'Confirm your e-mail address (done)').waitFor();
}

/** Starts the smallest payment that activates the account, on the page where it is led to. */
async function startPayment(page: Page, person: Person): Promise<void> {
  await heading(page, 'Confirm your e-mail address (done)').waitFor();
  expect(await activation(page).getByRole('listitem').allTextContents()).toEqual([
    'E-mail (done)',
    'Terms (done)',
    '3First top-up (to do)',
  ]);
  await heading(page, 'Add at least $10.00 (to do)').waitFor();
  await person.click(button(page, 'Continue to payment'));
  await heading(page, 'Pay $10.00 in ETH').waitFor();
}

/** Buys, from the credited payment on, the brand's lowest value that the buyer may, and reads its code. */
async function buyFromBrand(page: Page, person: Person, brand: Locator): Promise<void> {
  await person.click(brand);
  await heading(page, 'Quillmarsh Market').waitFor();
  await payInSheet(page, person);
}

/** Buys what is chosen on a brand's page in the purchase sheet, with the one consent for the code, which it then shows. */
async function payInSheet(page: Page, person: Person): Promise<void> {
  await person.click(button(page, 'Buy now'));
  await page.getByText('New balance').waitFor();
  expect(pathOf(page)).toMatch(/^\/buy\?/);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await person.click(page.getByRole('checkbox', { name: 'I want my code now' }));
  await person.click(button(page, /^Pay \$4\.\d\d$/));
  const secret = page.getByRole('region', { name: 'Code' });
  await secret.waitFor();
  // Escape leaves a sheet, but not the codes that it shows.
  await page.keyboard.press('Escape');
  expect(await secret.locator('code').allTextContents()).toEqual([
    expect.stringMatching(/^7074 12\d\d \d{4} \d{4}$/),
    expect.stringMatching(/^\d{4}$/),
  ]);
  expect(pathOf(page)).toMatch(/^\/buy\?/);
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

test('a visitor registers, pays in ETH, sees the payment arrive, buys a card and reads its code', async () => {
  const page = await newPage();
  const person = personAt(page);
  await register(page, person, 'new-user');
  await typeCode(page, person, 'new-user');
  await startPayment(page, person);

  await untilHydrated(page);
  const statuses = await noteStatuses(page);
  await person.click(button(page, /^Pay 0\.\d+ ETH$/));
  await page.getByText(/^confirming \d+ of 12$/).waitFor();
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  await page.getByText('$10.00 was added to your balance.').waitFor();
  // A reload would have lost the recorded statuses.
  expect((await statuses())?.filter((status) => status !== 'seen')).toEqual(['waiting', 'confirming', 'credited']);
  await page.getByRole('group').getByText('$10.00').waitFor();
  await activation(page).waitFor({ state: 'detached' });

  await buyFromBrand(page, person, brandTile(page, 'Quillmarsh Market'));
  person.took('visitor to first code', { clicks: 10, fields: 4 });
  await button(page, 'Copy Code').click();
  await page.getByRole('status').getByText('Copied').waitFor();
});

test('the same way is open without JavaScript, and leads back to the brand where it began', async () => {
  const page = await newPage({ javaScript: false });
  const person = personAt(page);
  await register(page, person, 'script-free', '/brands/quillmarsh-market');
  await confirmEmail(page, person, 'script-free');
  await startPayment(page, person);

  await person.click(button(page, /^Pay 0\.\d+ ETH$/));
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  // A page that comes in the same moment may still take its reader for somebody without funds.
  const goOn = page.getByRole('link', { name: 'Continue where you left off' });
  await expect.poll(async () => (await page.reload()) && (await goOn.count()), { interval: 500 }).toBe(1);
  await page.getByText('$10.00 was added to your balance.').waitFor();

  await buyFromBrand(page, person, goOn);
  person.took('visitor to first code without JavaScript', { clicks: 12, fields: 3 });
});

test('with balance, a code is three clicks from its brand, and the cart stays as it is', async () => {
  const { token } = await shop.addBuyer(90_00);
  const { data } = await shop.api<{ data: { id: string }[] }>('/api/cards?q=brambleforth&per_page=1', { token });
  await shop.api('/api/carts', { token, body: { ids: [data[0]!.id] } });
  const page = await newPage({ token });
  const person = personAt(page);
  await page.goto('/brands/quillmarsh-market');
  await payInSheet(page, person);
  person.took('buyer with balance, from a brand to the code', { clicks: 3, fields: 0 });
  const { data: cart } = await shop.api<{ data: { id: string }[] }>('/api/carts', { token });
  expect(cart.map(({ id }) => id)).toEqual([data[0]!.id]);
});

test('three cards of €25 are bought as one and given away by links, each opened once without JavaScript', async () => {
  const { token } = await shop.addBuyer(200_00);
  const page = await newPage({ token });
  const person = personAt(page);
  await page.goto('/');
  await person.click(mainMenu(page).getByRole('link', { name: 'Shop' }));
  await person.click(brandTile(page, 'Zeldervoort Fietsen'));
  expect(await page.locator('.value-chip:has(:checked)').innerText()).toContain('€25');
  await person.fill(page.getByLabel('Quantity'), '3');
  await page.getByText('3 × €25').first().waitFor();
  await person.click(button(page, 'Buy now'));
  await page.getByText('3 cards').waitFor();
  await person.click(button(page, /^Pay \$\d\d\.\d\d$/));
  await page.waitForURL('**/orders/*');

  await person.click(page.getByText('Give 3 cards as gifts'));
  await person.fill(page.getByLabel('Message on each gift'), 'Happy birthday!');
  const form = page.locator('form', { hasText: 'Make the gifts' });
  await person.click(form.getByLabel('I want my code now'));
  await person.click(form.getByLabel('I understand that'));
  await person.click(form.getByRole('button', { name: 'Make the gifts' }));
  await heading(page, 'Gift cards to print').waitFor();
  expect(await page.getByText('Happy birthday!').count()).toBe(3);
  person.took('gift of 3 x €25', { clicks: 8, fields: 2 });
  const links = await page.locator('.copyable code').allTextContents();
  expect(new Set(links).size).toBe(3);

  const guest = await newPage({ javaScript: false, refusals: true });
  const opened = await guest.goto(links[0]!);
  expect(opened?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, no-store',
  });
  await button(guest, 'Show the code').click();
  await guest.getByText('Happy birthday!').waitFor();
  expect(await guest.locator('.secret code').first().textContent()).not.toBe('');
  const stranger = await newPage({ javaScript: false });
  await stranger.goto(links[0]!);
  await stranger.getByText('This gift was already opened. Only the device that opened it can show the code.').waitFor();

  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByText(/^Your gift was opened on /).waitFor();
});

test('on a phone one hand buys a card: bar, face and payment are within the reach of its thumb', async () => {
  const { token } = await shop.addBuyer(90_00);
  const page = await newPage({ token, width: narrow });
  const person = personAt(page, { thumb: true });
  const tab = (name: string) => bottomBar(page).getByRole('link', { name });
  await page.goto('/billing/history');
  await untilHydrated(page);
  expect(await bottomBar(page).getByRole('link').allInnerTexts()).toEqual(['Shop', 'Cart', 'Orders', 'Funds']);
  expect(await bottomBar(page).locator('[aria-current]:visible').innerText()).toBe('Funds');

  await person.click(tab('Shop'));
  await person.click(brandTile(page, 'Quillmarsh Market'));
  await heading(page, 'Quillmarsh Market').waitFor();
  expect(await bottomBar(page).locator('[aria-current]:visible').innerText()).toBe('Shop');
  expect(await page.locator('.value-chip:has(:checked)').innerText()).toContain('$5');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await payInSheet(page, person);
  await person.click(tab('Orders'));
  await heading(page, 'Orders').waitFor();
  person.took('phone in one hand, to the code and its order', { clicks: 6, fields: 0 });

  expect(await bottomBar(page).locator('[aria-current=page]').innerText()).toBe('Orders');
  await page.locator('.bottom-more summary').click();
  await page.locator('.nav-account summary').click();
  expect(await page.locator('.menu[open]').count()).toBe(1);
  await page.locator('.bottom-more summary').click();
  for (const target of await bottomBar(page).locator('a, summary').all()) {
    const { width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await tab('FAQ').click();
  await heading(page, 'Questions and answers').waitFor();
});

/** Waits for a page that was opened by the keyboard, which goes on from its beginning. */
async function arrived(page: Page, name: string | RegExp): Promise<void> {
  await heading(page, name).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
}

test('in German, a card is found, bought and its code revealed by the keyboard alone', async () => {
  const page = await newPage();
  const person = personAt(page);
  await page.goto('/login');
  await untilHydrated(page);
  expect([await page.title(), await page.getAttribute('html', 'lang')]).toEqual(['Sign in · Facevalue', 'en']);
  await person.tabTo(/^Deutsch$/);
  await person.press('Enter');
  await heading(page, 'Anmelden').waitFor();
  await expect.poll(() => page.title()).toBe('Anmelden · Facevalue');
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(pathOf(page)).toBe('/login');
  await person.tabTo(/^Benutzername/, 'Shift+Tab');
  await person.type('buyer');
  await person.tabTo(/^Passwort/);
  await person.type(demoPassword);
  await person.press('Enter');
  await arrived(page, 'Neuigkeiten');
  await expect.poll(() => page.title()).toBe('Neuigkeiten · Facevalue');
  expect(plain(await page.locator('article time').first().textContent())).toMatch(/^\d\d\.\d\d\.\d{4}$/);
  // The browser is known to its person, who has bought from it before.
  await shop.books`update devices set trusted_at = now() where trusted_at is null`;

  await person.tabTo(/^Shop$/, 'Shift+Tab');
  await person.press('Enter');
  await arrived(page, 'Shop');
  expect(plain(await page.locator('.tile .money').first().textContent())).toMatch(/^[\d.]+,\d\d \$$/);
  await person.tabTo(/^Zu den Ergebnissen$/);
  await person.press('Enter');
  await person.tabTo(/Quillmarsh Market/);
  await person.press('Enter');
  await arrived(page, 'Quillmarsh Market');
  await person.tabTo(/^5/);
  await person.press('ArrowRight');
  await page.waitForURL(/value=1000/);
  await person.tabTo(/^Jetzt kaufen$/);
  await person.press('Enter');
  await arrived(page, 'Kaufen');
  await person.tabTo(/^Ich möchte den Code sofort erhalten/);
  await person.press('Space');
  await person.tabTo(/zahlen$/);
  await person.press('Enter');
  await page.locator('.secret').getByText('Code').first().waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  person.took('German by keyboard, from signing in to the code', { clicks: 0, fields: 2, keys: 89 });
});
