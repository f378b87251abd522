import { expect, test } from 'vitest';
import { narrow, openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

interface Order {
  id: string;
  number: number;
  cards: { id: string; programme: { name: string } }[];
}

/** A buyer with an order of the cheapest cards. */
async function arrange(count: number): Promise<{ token: string; order: Order }> {
  const { token } = await shop.addBuyer(90_00);
  const { data } = await shop.api<{ data: { id: string }[] }>(`/api/cards?sort=price&per_page=${count}`, { token });
  const body = { ids: data.map(({ id }) => id) };
  const order = await shop.api<{ data: Order }>('/api/invoices', { token, body });
  return { token, order: order.data };
}

test('consent given once reveals all codes of an order, in groups and to be copied together', async () => {
  const { token, order } = await arrange(2);
  const page = await newPage({ token, refusals: true });
  await page.goto(`/orders/${order.id}`);
  await untilHydrated(page);
  const form = page.getByRole('form', { name: 'Reveal 2 codes together' });
  await form.getByRole('button', { name: 'Reveal all 2 codes' }).click();
  await page.getByRole('alert').filter({ hasText: 'Tick both boxes' }).waitFor();
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: 'Reveal all 2 codes' }).click();
  await page.getByText('2 codes revealed').waitFor();
  expect(await page.locator('.secret').count()).toBe(2);
  await page.getByRole('button', { name: 'Copy All codes' }).waitFor();
  const shown = await page.locator('.secret code').first().textContent();
  expect(shown).toMatch(/^(\S{1,8}[ -.])+\S{1,8}$|^\S+$/);
  // A print of the page leaves the codes out.
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.secret:visible').count()).toBe(0);
});

test('the wallet marks a card as used, keeps a note and its filters in the address, without JavaScript too', async () => {
  const { token, order } = await arrange(1);
  const [card] = order.cards;
  await shop.api(`/api/invoices/${order.id}/cards/${card!.id}/reveal`, { token, body: { consent: true } });
  const page = await newPage({ token, javaScript: false, width: narrow });
  await page.goto('/orders');
  await page.getByRole('link', { name: 'My cards' }).click();
  await page.getByRole('button', { name: 'Mark as used' }).click();
  await page.locator('.wallet-row[data-state="used"]').waitFor();
  await page.getByText('Add note').click();
  await page.getByLabel(/^Note to self/).fill('For the journey');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('For the journey').first().waitFor();
  await page.getByText('2 more filters').click();
  await page.getByLabel('State').selectOption('used');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/state=used/);
  await page.locator('.wallet-row').waitFor();
  await page.getByRole('link', { name: 'Buy again' }).click();
  await page.getByRole('heading', { name: 'Buy', exact: true }).waitFor();
  expect(pathOf(page)).toMatch(/^\/buy\?programme_id=/);
  const csv = await page.request.get('/orders/cards/csv');
  expect((await csv.text()).split('\r\n')[1]).toMatch(new RegExp(`^${order.number},.*,For the journey$`));
});

test('the home page says what waits, and the settings what is told', async () => {
  const { token, order } = await arrange(1);
  const page = await newPage({ token });
  await page.goto('/');
  await page.getByRole('link', { name: `Order ${order.number} has a code you haven't revealed.` }).click();
  await page.getByRole('heading', { name: `Order ${order.number}` }).waitFor();
  await page.goto('/user/notifications');
  const box = page.getByLabel('An order is paid: by mail');
  expect(await box.isChecked()).toBe(true);
  await box.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  expect(await box.isChecked()).toBe(false);
});

test('what is typed into a ticket survives a reload, and is gone from the tab after signing out', async () => {
  const { token } = await shop.addBuyer(90_00);
  const page = await newPage({ token });
  const message = page.getByLabel('Message');
  await page.goto('/support');
  await untilHydrated(page);
  await message.fill('The code of my card');
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('The code of my card');
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  expect(await drafts()).toHaveLength(1);
  await page.locator('.nav-account summary').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
  expect(await drafts()).toEqual([]);
});
