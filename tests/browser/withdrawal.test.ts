import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'a buyer withdraws from a contract in two steps, from the order or the foot of any page, with JavaScript: %s',
  async (javaScript, width) => {
    const { token } = await shop.addBuyer(200_00);
    const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=2', { token });
    const body = { ids: data.map(({ id }) => id) };
    const order = (await shop.api<{ data: { id: string; total_cents: number } }>('/api/invoices', { token, body }))
      .data;
    const page = await newPage({
      token,
      javaScript,
      width,
      refusals: true,
      colorScheme: javaScript ? 'light' : 'dark',
    });
    const shoot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/withdraw-${name}-${width}.png`, fullPage: true });
    };
    await page.goto(`/orders/${order.id}`);
    await shoot('order');
    await page.locator('article').first().getByRole('link', { name: 'Withdraw from contract' }).click();
    const name = page.getByLabel('Your name', { exact: true });
    await name.waitFor();
    await shoot('confirm');
    await name.fill('');
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await page.getByText('Enter your name.').waitFor();
    await name.fill('Anna Beispiel');
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await page.getByRole('heading', { name: 'Withdrawal received' }).waitFor();
    await page.getByText('Anna Beispiel').waitFor();
    await shoot('receipt');

    await page.goto('/news');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click();
    const other = page.getByRole('main').getByRole('link', { name: /^Withdraw from contract/ });
    await other.waitFor();
    await shoot('list');
    await other.click();
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await page.getByRole('heading', { name: 'Withdrawal received' }).waitFor();
    await page.goto('/withdraw');
    await page.getByText('Nothing to withdraw from').waitFor();
    await page.goto(`/orders/${order.id}/withdraw/${data[0]!.id}`);
    await page.getByText("You can't withdraw from the contract for this card").waitFor();
    expect(await shop.balanceOf(token)).toBe(200_00);
  },
);
