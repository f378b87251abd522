import { expect, test } from 'vitest';
import { DAY_MS } from '#contracts/time-units.ts';
import { narrow, openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

interface Order {
  id: string;
  cards: { id: string; programme: { name: string } }[];
}

/** A buyer with an order of the cheapest cards, or of those of one programme. */
async function arrange(count: number, query = ''): Promise<{ token: string; order: Order }> {
  const { token } = await shop.addBuyer(90_00);
  const { data } = await shop.api<{ data: { id: string }[] }>(`/api/cards?sort=price&per_page=${count}${query}`, {
    token,
  });
  const body = { ids: data.map(({ id }) => id) };
  const order = await shop.api<{ data: Order }>('/api/invoices', { token, body });
  return { token, order: order.data };
}

test('a gift says from whom it is, shows its code again to the device that opened it, and no more once it is saved', async () => {
  const { token, order } = await arrange(1);
  const giver = await newPage({ token, javaScript: false });
  await giver.goto(`/orders/${order.id}`);
  await giver.getByText('Give as a gift').click();
  const form = giver.locator('form', { hasText: 'Make the gift' });
  await form.getByLabel('Your name (optional)').fill('Aunt Mira');
  await form.getByLabel('Message (optional)').fill('For your birthday');
  await form.getByLabel('Wrapping').selectOption('birthday');
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: 'Make the gift' }).click();
  await giver.getByRole('heading', { name: 'A gift from Aunt Mira' }).waitFor();
  const link = (await giver.locator('.copyable code').textContent())!;

  const page = await newPage({ width: narrow, refusals: true });
  await page.goto(link);
  await page.getByRole('heading', { name: 'A gift from Aunt Mira' }).waitFor();
  await page.getByText('For your birthday').waitFor();
  await page.getByText('Happy birthday').waitFor();
  expect(await page.locator('.card-face').count()).toBe(1);
  expect(await page.locator('.secret').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the code' }).click();
  const code = await page.locator('.secret code').first().textContent();
  await page.goto(link);
  await page.getByRole('button', { name: 'Show the code again' }).click();
  expect(await page.locator('.secret code').first().textContent()).toBe(code);

  const stranger = await newPage({ javaScript: false });
  await stranger.goto(link);
  await stranger.getByText('Only the device that opened it can show the code.').waitFor();
  expect(await stranger.getByText('For your birthday').count()).toBe(0);

  await page.getByRole('button', { name: "I've saved the code" }).click();
  await page.getByRole('heading', { name: 'Your code is saved' }).waitFor();
  await page.goto(link);
  await page.getByText('This gift was already opened.').waitFor();
  expect(await page.getByRole('button', { name: /Show the code/ }).count()).toBe(0);
});

test('a gift that was taken back says so at once', async () => {
  const { token, order } = await arrange(1);
  const [card] = order.cards;
  const { data } = await shop.api<{ data: { id: string; url: string } }>(
    `/api/invoices/${order.id}/cards/${card!.id}/gift`,
    { token, body: { consent: true, giver: 'Aunt Mira', message: 'For you' } },
  );
  await shop.api(`/api/gifts/${data.id}/withdraw`, { token, body: {} });
  const page = await newPage({ javaScript: false });
  await page.goto(data.url);
  await page.getByText('This gift was taken back.').waitFor();
  await page.getByText('It was from Aunt Mira.').waitFor();
  expect(await page.getByRole('button', { name: 'Show the code' }).count()).toBe(0);
});

test('a browser that takes no cookies is told to save the code now, and not that it could come back', async () => {
  const { token, order } = await arrange(1);
  const [card] = order.cards;
  const { data } = await shop.api<{ data: { url: string } }>(`/api/invoices/${order.id}/cards/${card!.id}/gift`, {
    token,
    body: { consent: true },
  });
  const page = await newPage({ javaScript: false, refusals: true });
  await page.goto(data.url);
  await page.getByText('If its browser keeps cookies, you can come back').waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Show the code' }).click();
  await page.locator('.secret code').first().waitFor();
  await page.getByText("Your browser doesn't take cookies").waitFor();
  expect(await page.getByRole('button', { name: "I've saved the code" }).count()).toBe(0);
  expect(await page.getByText('This device can show it again').count()).toBe(0);
});

test('the page of a gift says when its mail goes out, and later that it went', async () => {
  const { token, order } = await arrange(1);
  const [card] = order.cards;
  const { data } = await shop.api<{ data: { id: string } }>(`/api/invoices/${order.id}/cards/${card!.id}/gift`, {
    token,
    body: {
      consent: true,
      email: 'friend@example.com',
      send_at: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    },
  });
  const page = await newPage({ token, javaScript: false });
  const says = async (text: RegExp) => {
    await page.goto(`/gifts/${data.id}`);
    await page.getByText(text).waitFor();
  };
  await says(/^The mail to the recipient goes out on/);
  // As it is a month later: on the way, then sent.
  await shop.books`update gifts set send_at = now() - interval '1 hour' where id = ${data.id}`;
  await says(/^The mail to the recipient is about to go out/);
  await page.goto(`/orders/${order.id}`);
  await page.getByText('We are about to mail this gift.').waitFor();
  await shop.books`update gifts set email = null where id = ${data.id}`;
  await says(/^The mail to the recipient went out on/);
});

test('each gift prints on one sheet of A6', async () => {
  const { token, order } = await arrange(2);
  await shop.api(`/api/invoices/${order.id}/gifts`, {
    token,
    body: {
      consent: true,
      giver: 'Aunt Mira',
      message: 'With all my heart. '.repeat(12),
      cards: order.cards.map(({ id }) => ({ card_id: id })),
    },
  });
  const page = await newPage({ token });
  await page.goto(`/orders/${order.id}/gifts`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sheets = Array.from(pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g), ([, wide, high]) =>
    [wide, high].map((points) => Math.round((Number(points) / 72) * 25.4)),
  );
  expect(sheets).toEqual([
    [105, 148],
    [105, 148],
  ]);
});

test('the wallet shows a code in one tap, on a page for the till that leads to the next card by a swipe', async () => {
  const { token, order } = await arrange(2);
  for (const { id } of order.cards)
    await shop.api(`/api/invoices/${order.id}/cards/${id}/reveal`, { token, body: { consent: true } });
  const page = await newPage({ token, width: narrow });
  await page.goto('/orders/cards');
  await untilHydrated(page);
  expect(await page.locator('.wallet-row .card-face').count()).toBe(2);
  await page
    .getByRole('button', { name: /^Show the code of/ })
    .first()
    .click();
  await page.locator('.till-code').waitFor();
  const first = pathOf(page);
  expect(await page.locator('.navbar:visible, .bottom-bar:visible').count()).toBe(0);
  await page.locator('.till').evaluate((till) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: till, clientX, clientY: 300 });
    till.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(300)], bubbles: true }));
    till.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(120)], bubbles: true }));
  });
  await page.waitForURL((url) => url.pathname !== first);
  await page.locator('.till-code').waitFor();
  await page.getByRole('button', { name: /^Previous card/ }).waitFor();
  await page.getByRole('button', { name: 'Mark as used' }).click();
  await page.waitForURL('**/orders/cards');
  await expect.poll(() => page.locator('.wallet-row[data-state="used"]').count()).toBe(1);
});

test('without JavaScript a card that was never shown asks for both consents at the till, then shows its code', async () => {
  const { token, order } = await arrange(1);
  const page = await newPage({ token, javaScript: false, width: narrow, refusals: true });
  await page.goto('/orders/cards');
  await page.getByRole('link', { name: /^Reveal the code of/ }).click();
  await page.getByRole('button', { name: 'Reveal the code' }).click();
  await page.getByText('Tick both boxes').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Reveal the code' }).click();
  await page.locator('.till-code').waitFor();
  expect(pathOf(page)).toBe(`/orders/${order.id}/till/${order.cards[0]!.id}`);
});

test('equal cards of an order stand together, with one face and what they have in common said once', async () => {
  const { token: visitor } = await shop.addBuyer(90_00);
  const { data } = await shop.api<{ data: { programme: { id: string }; face_cents: number }[] }>(
    '/api/cards?sort=price&per_page=1',
    { token: visitor },
  );
  const [cheap] = data;
  const { token, order } = await arrange(3, `&programme_id=${cheap!.programme.id}&face_cents=${cheap!.face_cents}`);
  const page = await newPage({ token });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('heading', { name: 'Card 3 of 3' }).waitFor();
  expect(await page.locator('.card-group').count()).toBe(1);
  expect(await page.locator('.card-face').count()).toBe(1);
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toHaveLength(new Set(ids).size);
});
