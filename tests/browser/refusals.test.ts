import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import type { CartItem } from '#contracts/shop/cart.ts';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

const ways = [
  { javaScript: true, how: 'with JavaScript' },
  { javaScript: false, how: 'without JavaScript' },
];

async function findCard(token: string, query: string): Promise<Card> {
  const { data } = await shop.api<{ data: Card[] }>(`/api/cards?${query}&per_page=1`, { token });
  return data[0] as Card;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The text associated with a field for screen readers. */
async function errorOf(page: Page, label: string): Promise<string | null> {
  const field = page.getByLabel(label);
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  return page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent();
}

test('a cart above the balance says what is missing, and the way to add exactly that', async () => {
  const { token } = await shop.addBuyer(7_00);
  const card = await findCard(token, 'sort=price&price_min=2000');
  await shop.api('/api/carts', { token, body: { ids: [card.id] } });
  const missing = ((card.price_cents - 7_00) / 100).toFixed(2);
  const page = await newPage({ token });
  await page.goto('/cart');
  await page.getByRole('group').getByText('$7.00').waitFor();
  expect(await page.getByRole('form', { name: 'Checkout' }).textContent()).toContain(`You still need$${missing}`);
  await page.getByRole('button', { name: `Top up $${missing} and buy` }).waitFor();
  await page.getByRole('link', { name: 'Only add funds' }).click();
  await page.getByRole('heading', { name: 'Add funds', exact: true }).waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe(missing.replace('.00', ''));
});

test.each(ways)(
  'a cart above the tier says so before it is paid, and a removal is undone or lifts it, $how',
  async ({ javaScript }) => {
    const { id, token } = await shop.addBuyer(60_00);
    await shop.books`update users set tier = 0 where id = ${id}`;
    const [dear, kept] = [
      await findCard(token, 'q=velquist&sort=-price'),
      await findCard(token, 'sort=price&price_min=2600'),
    ];
    const { programme, face_cents } = dear;
    await shop.api('/api/carts', { token, body: { ids: [kept.id] } });
    const byValue = { programme_id: programme.id, face_cents, quantity: 1 };
    await shop.api('/api/carts/values', { token, body: byValue });
    const page = await newPage({ token, javaScript });
    await page.goto('/cart');
    const checkout = page.getByRole('form', { name: 'Checkout' });
    await checkout.getByText(/^Orders are limited to \$50\.00 at your tier/).waitFor();
    expect(await checkout.textContent()).toContain('Tier 1 allows $500.00.');
    expect(await page.getByRole('link', { name: /^Add \$/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    await page.getByRole('button', { name: `Take out ${programme.name}` }).waitFor();

    await page.getByRole('button', { name: `Remove ${programme.name}` }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Remove ${programme.name}` }).waitFor();
    const { data: cart } = await shop.api<{ data: CartItem[] }>('/api/carts', { token });
    expect(cart.map((line) => [line.programme.id, line.by_value])).toEqual([
      [kept.programme.id, false],
      [programme.id, true],
    ]);
    await page.getByRole('button', { name: `Take out ${programme.name}` }).click();
    await page.getByText('Removed: ').waitFor();
    await checkout.getByText(/^New accounts wait one hour on orders over \$25\.00/).waitFor();
    await page.getByRole('button', { name: `Pay $${(kept.price_cents / 100).toFixed(2)}` }).click();
    await page.waitForURL('**/orders/*');
    await page.getByText('Your code is ready in').waitFor();
    expect(await page.getByRole('timer', { name: 'Time left' }).count()).toBe(1);
  },
);

test.each(ways)('a card above the balance says what is missing before it is paid, $how', async ({ javaScript }) => {
  const { token } = await shop.addBuyer(7_00);
  const card = await findCard(token, 'sort=price&price_min=2000');
  const missing = ((card.price_cents - 7_00) / 100).toFixed(2);
  const page = await newPage({ token, javaScript, refusals: true });
  await page.goto('/cards?sort=price&price_min=20');
  await page.locator('.tile').first().getByRole('link', { name: /^Buy / }).click();
  const checkout = page.getByRole('form', { name: 'Checkout' });
  await checkout.getByText('You still need').waitFor();
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await page.getByRole('button', { name: `Top up $${missing} and buy` }).waitFor();
  await page.getByRole('link', { name: 'Only add funds' }).click();
  await page.getByRole('heading', { name: 'Add funds', exact: true }).waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe(missing.replace('.00', ''));
  expect(await shop.balanceOf(token)).toBe(7_00);
});

test.each(ways)(
  'what no limit allows has no button that buys it, and no way to add funds, $how',
  async ({ javaScript }) => {
    const { id, token } = await shop.addBuyer(90_00);
    await shop.books`update users set tier = 0 where id = ${id}`;
    const dear = await findCard(token, 'q=velquist&sort=-price');
    const page = await newPage({ token, javaScript });
    await page.goto('/cards?q=velquist&sort=-price');
    const tile = page.locator('.tile').first();
    await tile.getByRole('button', { name: /^Add/ }).waitFor();
    expect(await tile.getByRole('link', { name: /^Buy / }).count()).toBe(0);
    await page.goto(`/buy?ids=${dear.id}`);
    await page.getByText(/^Orders are limited to \$50\.00 at your tier/).waitFor();
    await page.getByRole('link', { name: 'See your limits' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Pay|Take out)/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Add \$/ }).count()).toBe(0);
  },
);

test('money that was spent elsewhere meanwhile is missed at checkout, and nothing is sold', async () => {
  const { token } = await shop.addBuyer(30_00);
  const [kept, quick] = [await findCard(token, 'sort=price&price_min=2000'), await findCard(token, 'sort=price')];
  await shop.api('/api/carts', { token, body: { ids: [kept.id] } });
  const page = await newPage({ token, refusals: true });
  await page.goto('/cart');
  const other = await findCard(token, 'q=brambleforth&sort=price');
  // While the form is being sent, as the page itself would notice before.
  await page.route(
    (url) => url.pathname.startsWith('/cart'),
    async (route) => {
      if (route.request().method() === 'POST')
        for (const { id } of [quick, other]) await shop.api('/api/invoices', { token, body: { ids: [id] } });
      await route.continue();
    },
  );
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByText(/^You need .* more\./).waitFor();
  const left = await shop.balanceOf(token);
  expect(left).toBeLessThan(kept.price_cents);
  const missing = ((kept.price_cents - left) / 100).toFixed(2);
  await page.getByText(`You need $${missing} more.`).waitFor();
  // A payment has a minimum.
  await page.getByRole('button', { name: `Top up $${Math.max(5, Number(missing)).toFixed(2)} and buy` }).waitFor();
  expect(await shop.balanceOf(token)).toBe(left);
  expect(await findCard(token, 'sort=price&price_min=2000')).toMatchObject({ id: kept.id });
});

test('a price that rises while the cart is open is refused once, and the next press pays the new one', async () => {
  const { token } = await shop.addBuyer(100_00);
  const card = await findCard(token, 'q=ostermoor&sort=price');
  await shop.api('/api/carts', { token, body: { ids: [card.id] } });
  const page = await newPage({ token, refusals: true });
  await page.goto('/cart');
  await page.getByRole('button', { name: `Pay $${(card.price_cents / 100).toFixed(2)}` }).waitFor();
  await shop.books`update cards set price_cents = price_cents + 250 where id = ${card.id}`;
  await page.getByRole('button', { name: /^Pay / }).click();
  const total = `$${((card.price_cents + 250) / 100).toFixed(2)}`;
  await page.getByText(`The price changed. The total is now ${total}.`).waitFor();
  await page.getByRole('button', { name: `Pay ${total}` }).click();
  await page.waitForURL('**/orders/*');
  expect(await shop.balanceOf(token)).toBe(100_00 - card.price_cents - 250);
});

test('a price that rises while the sheet is open is refused once, and the sheet then asks for the new one', async () => {
  const { token } = await shop.addBuyer(100_00);
  const card = await findCard(token, 'q=brambleforth&sort=newest');
  const page = await newPage({ token, refusals: true });
  await page.goto('/cards?q=brambleforth&sort=newest');
  await page.locator('.tile').first().getByRole('link', { name: /^Buy / }).click();
  await page.getByRole('button', { name: `Pay $${(card.price_cents / 100).toFixed(2)}` }).waitFor();
  await shop.books`update cards set price_cents = price_cents + 250 where id = ${card.id}`;
  await page.getByRole('button', { name: /^Pay / }).click();
  const total = `$${((card.price_cents + 250) / 100).toFixed(2)}`;
  await page.getByText(`The price changed. The total is now ${total}.`).waitFor();
  expect(await shop.balanceOf(token)).toBe(100_00);
  await page.getByRole('button', { name: `Pay ${total}` }).click();
  await page.waitForURL('**/orders/*');
  expect(await shop.balanceOf(token)).toBe(100_00 - card.price_cents - 250);
});

test.each(ways)(
  'a refused registration says why beside each field and keeps what was typed, $how',
  async ({ javaScript }) => {
    const page = await newPage({ javaScript, refusals: true });
    await page.goto('/register');
    await page.getByLabel('Username').fill('No Spaces!');
    await page.getByLabel('E-mail').fill('nowhere');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(await errorOf(page, 'Username')).toBe('Use 3 to 32 characters: a-z, 0-9, _, - and a full stop.');
    expect(await errorOf(page, 'E-mail')).toBe('Enter a valid e-mail address.');
    expect(await errorOf(page, 'Password')).toBe('Use at least 12 characters.');
    expect(await errorOf(page, 'I accept the terms')).toBe('Accept the terms to register.');
    expect(await page.getByLabel('Username').inputValue()).toBe('No Spaces!');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nowhere');
    if (!javaScript) expect(await page.getByLabel('Password').inputValue()).toBe('');

    await page.getByLabel('Username').fill(`u${randomUUID().slice(0, 8)}`);
    await page.getByLabel('E-mail').fill(`${randomUUID()}@example.com`);
    await page.getByLabel('Password').fill('passwordpassword');
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect.poll(() => errorOf(page, 'Password')).toMatch(/repeats/);
    expect(await page.getByLabel('I accept the terms').isChecked()).toBe(true);
  },
);

test.each(ways)('a wrong password is refused, the sixth attempt has to wait, $how', async ({ javaScript }) => {
  const username = `nobody-${javaScript}`;
  const page = await newPage({ javaScript, refusals: true });
  await page.goto('/login');
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/login/.test(response.url()),
    );
    await signIn(page, username, 'not-the-password');
    expect((await answered).status()).toBe(422);
    expect(await errorOf(page, 'Username')).toBe('Wrong username or password.');
  }
  expect(await page.getByLabel('Username').inputValue()).toBe(username);
  await signIn(page, username, 'not-the-password');
  await expect.poll(() => errorOf(page, 'Username')).toMatch(/^Too many attempts\. Try again in /);
  expect(await page.context().cookies()).toEqual([]);
});

test('an amount that is none, or too small, is refused beside its field and kept', async () => {
  const { token } = await shop.addBuyer(1_00);
  // Until its chain is up, the coin is refused before the amount.
  await shop.untilOffered('ETH');
  const page = await newPage({ token, refusals: true });
  await page.goto('/billing');
  for (const [amount, said] of [
    ['ten', 'Enter an amount such as 25 or 25.50.'],
    ['1.00', expect.stringContaining('$5.00')],
  ] as const) {
    await page.getByLabel('Amount', { exact: true }).fill(amount);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect.poll(() => errorOf(page, 'Amount')).toEqual(said);
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe(amount);
  }
});

test.each(ways)('a code is not shown before both consents are ticked, $how', async ({ javaScript }) => {
  const { token } = await shop.addBuyer(50_00);
  const card = await findCard(token, 'q=quillmarsh&sort=price');
  const { data: order } = await shop.api<{ data: { id: string } }>('/api/invoices', {
    token,
    body: { ids: [card.id] },
  });
  const page = await newPage({ token, javaScript, refusals: true });
  await page.goto(`/orders/${order.id}`);
  for (const box of ['I want my code now', 'I understand that']) {
    await page.getByRole('checkbox', { name: box }).check();
    await page.getByRole('button', { name: 'Reveal the code' }).click();
    await page.getByText('Tick both boxes').waitFor();
    await page.goto(`/orders/${order.id}`);
  }
  await page.getByText('not revealed').waitFor();
  const { data } = await shop.api<{ data: { cards: { state: string }[] } }>(`/api/invoices/${order.id}`, { token });
  expect(data.cards).toMatchObject([{ state: 'delivered' }]);
});

test("somebody else's order and payment are not found", async () => {
  const [owner, stranger] = [await shop.addBuyer(50_00), await shop.addBuyer(1_00)];
  const card = await findCard(owner.token, 'sort=price');
  const body = { ids: [card.id] };
  const order = await shop.api<{ data: { id: string } }>('/api/invoices', { token: owner.token, body });
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', {
    token: owner.token,
    body: { coin: 'ETH', amount_cents: 10_00 },
  });
  const page = await newPage({ token: stranger.token, refusals: true });
  for (const path of [`/orders/${order.data.id}`, `/billing/${payment.data.id}`, '/orders/none', '/billing/none']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByText('This page could not be found').waitFor();
  }
});

const payload = `"'><img src=x onerror=alert(1)></script><script>alert(1)</script>`;
const encoded = encodeURIComponent(payload);

test('markup in a query or a path is text', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, refusals: true });
  for (const [path, field] of [
    [`/cards?q=${encoded}`, 'Search'],
    [`/cards?price_min=${encoded}`, 'from'],
    [`/cards?country=${encoded}&programme_id=${encoded}&cursor=${encoded}`],
    [`/bininfo?q=${encoded}&country=${encoded}&sort=${encoded}`],
    [`/faq?q=${encoded}`, 'Search the questions'],
    [`/billing/history?q=${encoded}`, 'Address or transaction'],
    [`/billing?amount=${encoded}`],
    [`/verify-email?token=${encoded}`],
    [`/${encoded}`],
  ] as const) {
    await page.goto(path);
    await page.locator('main').waitFor();
    expect(await page.locator('img[src=x]').count(), path).toBe(0);
    if (field) expect(await page.getByLabel(field).first().inputValue()).toBe(payload);
  }
});

test.each([true, false])('a card number is no programme sold here, and leaves the address: %s', async (javaScript) => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, javaScript });
  await page.goto('/bininfo');
  await page.getByRole('searchbox').fill('4012888888881881');
  // With JavaScript, the search needs no button.
  if (!javaScript) await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'Not a programme sold here.' }).waitFor();
  expect(new URL(page.url()).search).toBe('?none=1');
  if (javaScript) {
    const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
    expect(await page.evaluate(kept)).not.toContain('4012');
    await page.getByRole('searchbox').fill('707412');
    await page.getByRole('link', { name: 'Quillmarsh Market' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=707412');
  }
});

test('markup in a form is text when it comes back', async () => {
  const page = await newPage({ refusals: true });
  await page.goto('/login');
  await signIn(page, payload, demoPassword);
  await page.locator('.field-error').waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.getByLabel('Username').inputValue()).toBe(payload);
  expect(pathOf(page)).toBe('/login');
});
