import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({ NO_ANONYMOUS_COUNTRIES: 'DE' });
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'an unverified buyer says a country before buying, and reads in cart and limits how to be verified, with JavaScript: %s',
  async (javaScript, width) => {
    const { token } = await shop.addBuyer(50_00);
    const { data: user } = await shop.api<{ data: { id: string } }>('/api/auth/users', { token });
    await shop.books`update users set tier = 0, country = null where id = ${user.id}`;
    const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=1', { token });
    await shop.api('/api/carts', { token, body: { ids: [data[0]!.id] } });
    const page = await newPage({ token, javaScript, width, colorScheme: javaScript ? 'light' : 'dark' });
    const shoot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/country-${name}-${width}.png`, fullPage: true });
    };
    await page.goto('/cart');
    await page.getByText('Tell us your country before you buy').waitFor();
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    await shoot('unknown');
    await page.getByRole('link', { name: 'Set your country' }).first().click();
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.goto('/cart');
    await page.getByText('In your country the law asks for a verified account').waitFor();
    await shoot('anonymous');
    await page.getByRole('link', { name: 'Get verified' }).first().click();
    await page.getByText('In your country the law asks for a verified account').waitFor();
    await page.getByRole('button', { name: 'Ask for tier 1' }).waitFor();
    await shoot('limits');
  },
);
