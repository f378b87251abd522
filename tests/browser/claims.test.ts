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
  'a buyer asks the issuer, claims a card and is refunded by two people, with JavaScript: %s',
  async (javaScript, width) => {
    const { token } = await shop.addBuyer(200_00);
    const { data } = await shop.api<{ data: Card[] }>('/api/cards?q=nordvinge&sort=price&per_page=1', { token });
    const [card] = data;
    const body = { ids: [card!.id] };
    const order = (await shop.api<{ data: { id: string } }>('/api/invoices', { token, body })).data.id;
    const page = await newPage({ token, javaScript, width });
    await page.goto(`/orders/${order}`);
    await page.getByText('Guarantee: 24 hours from the moment you reveal the code.').waitFor();
    await shop.api(`/api/invoices/${order}/cards/${card!.id}/reveal`, { token, body: { consent: true } });
    await page.goto(`/orders/${order}`);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/first-${javaScript}.png`, fullPage: true });
    await page.getByRole('timer', { name: 'Time left in the guarantee' }).waitFor();
    await page.getByRole('button', { name: /^Check/ }).click();
    await page.getByText('the card works').first().waitFor();
    await page.getByText("The card doesn't work").click();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/form-${javaScript}.png`, fullPage: true });
    await page.getByLabel('What is wrong').selectOption('spent');
    await page.getByLabel('What happened').fill('The till said that it is empty.');
    await page.getByRole('button', { name: 'Claim the guarantee' }).click();
    await page.getByText('a person is looking into it').waitFor();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/open-${javaScript}.png`, fullPage: true });

    const support = await newPage({ token: await shop.signIn('admin'), javaScript, width });
    await support.goto('/admin/claims?state=open');
    await support.getByRole('link', { name: /^\d+$/ }).first().click();
    await support.getByText('The till said that it is empty.').waitFor();
    await support.getByText('valid', { exact: true }).first().waitFor();
    const claim = new URL(support.url()).pathname;
    const settle = support.getByRole('form', { name: 'Settle the claim' });
    await settle.getByLabel('Reason').fill('A loyal buyer');
    await settle.getByRole('button', { name: 'Propose goodwill' }).click();
    await support.waitForURL((url) => url.pathname !== claim);
    await support.goto(claim);
    await support.getByText('admin proposed a goodwill refund of').waitFor();
    if (process.env.SHOTS)
      await support.screenshot({ path: `${process.env.SHOTS}/staff-${javaScript}.png`, fullPage: true });
    const approver = await newPage({ token: await shop.signIn('approver'), javaScript, width });
    await approver.goto(new URL(support.url()).pathname);
    const judge = approver.getByRole('form', { name: 'Decide on goodwill' });
    await judge.getByLabel('Reason').fill('Agreed');
    await judge.getByRole('button', { name: 'Refund', exact: true }).click();
    await approver.getByText('Refunded as goodwill.').waitFor();
    if (process.env.SHOTS) {
      await approver.goto('/admin/claims');
      await approver.screenshot({ path: `${process.env.SHOTS}/list-${javaScript}.png`, fullPage: true });
    }

    await page.goto(`/orders/${order}`);
    await page.getByText('is back in your balance, as goodwill.').waitFor();
    expect(await shop.balanceOf(token)).toBe(200_00);
  },
);
