import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { formatFace } from '#i18n/format.ts';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** Two buyers with 100 dollars each and the same two cards, of different programmes, in both carts. */
async function twoCarts() {
  const [first, second] = [await shop.addBuyer(100_00), await shop.addBuyer(100_00)];
  const cards = await Promise.all(
    ['quillmarsh', 'brambleforth'].map(async (q) => {
      const { data } = await shop.api<{ data: Card[] }>(`/api/cards?q=${q}&sort=price&per_page=1`, first);
      return data[0] as Card;
    }),
  );
  const [contested, other] = cards as [Card, Card];
  for (const { token } of [first, second]) {
    await shop.api('/api/carts', { token, body: { ids: cards.map(({ id }) => id) } });
  }
  return { first, second, contested, other };
}

const nameOf = (card: Card) => `${card.programme.name} ${formatFace('en', card.face_cents, card.currency)}`;

test.each([
  { javaScript: true, how: 'with JavaScript' },
  { javaScript: false, how: 'without JavaScript' },
])(
  'of two buyers with one card in both carts one gets it, the other is told which and charged nothing, $how',
  async ({ javaScript }) => {
    const { first, second, contested, other } = await twoCarts();
    const [quick, slow] = [
      await newPage({ token: first.token, javaScript }),
      await newPage({ token: second.token, javaScript, refusals: true }),
    ];
    await Promise.all([quick.goto('/cart'), slow.goto('/cart')]);
    await quick.getByRole('button', { name: `Remove ${other.programme.name}` }).click();
    await quick.getByRole('button', { name: `Pay $${(contested.price_cents / 100).toFixed(2)}` }).click();
    await quick.waitForURL('**/orders/*');

    // An open page hears of the sale by itself, without JavaScript at the press.
    if (!javaScript) {
      await slow.getByRole('button', { name: /^Pay / }).click();
      await slow.getByText("A card was just sold. You weren't charged.").waitFor();
    }
    await slow
      .getByText(`Just sold: ${nameOf(contested)}.`)
      .first()
      .waitFor();
    await slow.getByRole('listitem').filter({ hasText: contested.programme.name }).getByText('just sold').waitFor();
    expect(pathOf(slow)).toBe('/cart');
    expect(await shop.balanceOf(second.token)).toBe(100_00);
    expect(await shop.balanceOf(first.token)).toBe(100_00 - contested.price_cents);

    await slow.getByRole('button', { name: 'Remove unavailable cards' }).click();
    await slow.getByRole('button', { name: `Pay $${(other.price_cents / 100).toFixed(2)}` }).click();
    await slow.waitForURL('**/orders/*');
    await slow.getByRole('article', { name: other.programme.name }).waitFor();
    expect(await slow.getByRole('article').count()).toBe(1);
    expect(await shop.balanceOf(second.token)).toBe(100_00 - other.price_cents);
  },
);

test('a card that was bought while its sheet stood open is refused there, and nothing is charged', async () => {
  const { first, contested } = await twoCarts();
  // Without the card in the cart: a page with it hears of the sale.
  const third = await shop.addBuyer(100_00);
  const page = await newPage({ token: third.token, refusals: true });
  await page.goto('/cards?q=quillmarsh&sort=price');
  await page.locator('.tile').first().getByRole('link', { name: 'Buy Quillmarsh Market now' }).click();
  await page.getByRole('button', { name: /^Pay / }).waitFor();
  await shop.api('/api/invoices', { ...first, body: { ids: [contested.id] } });
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByText("This card isn't on sale any more. You weren't charged.").waitFor();
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  expect(await shop.balanceOf(third.token)).toBe(100_00);
});

test('two presses on one checkout are one order', async () => {
  const { second, contested, other } = await twoCarts();
  const page = await newPage({ token: second.token });
  await page.goto('/cart');
  await page.getByRole('button', { name: /^Pay / }).dblclick();
  await page.waitForURL('**/orders/*');
  const { meta } = await shop.api<{ meta: { total: number } }>('/api/invoices', second);
  expect(meta.total).toBe(1);
  expect(await shop.balanceOf(second.token)).toBe(100_00 - contested.price_cents - other.price_cents);
});

test('a checkout form that is sent again leads to the order that it placed', async () => {
  const { second, contested, other } = await twoCarts();
  const page = await newPage({ token: second.token });
  await page.goto('/cart');
  const inputs = page.getByRole('form', { name: 'Checkout' }).locator('input');
  const form = Object.fromEntries(
    await inputs.evaluateAll((all) => all.map((input) => [input.getAttribute('name'), input.getAttribute('value')])),
  );
  const post = () => page.request.post('/cart', { form, headers: { origin: shop.url }, maxRedirects: 0 });
  const [placed, again] = [await post(), await post()];
  expect(placed.headers().location).toMatch(/^\/orders\//);
  expect(again.headers().location).toBe(placed.headers().location);
  expect(await shop.balanceOf(second.token)).toBe(100_00 - contested.price_cents - other.price_cents);
});
