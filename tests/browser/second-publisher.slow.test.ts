import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'words like an advert of the trade wait until another publisher has read them, with JavaScript: %s',
  async (javaScript, width) => {
    const title = `About fraud ${width}`;
    const visit = async (user: string) =>
      newPage({
        token: await shop.signIn(user),
        javaScript,
        width,
        refusals: true,
        colorScheme: javaScript ? 'light' : 'dark',
      });
    const writer = await visit('admin');
    await writer.goto('/admin/news/new');
    await writer.getByLabel('Title').first().fill(title);
    await writer.getByLabel('Content').first().fill('Fresh fullz for sale, telegram only: that is how they write.');
    await writer.getByRole('button', { name: 'Save and publish' }).click();
    await writer.getByText('Saved as a draft. Its words need a second publisher').first().waitFor();
    const reader = await visit('approver2');
    await reader.goto('/admin/approvals');
    await reader
      .getByRole('link', { name: /Publish news whose words need a second publisher/ })
      .first()
      .click();
    const warning = reader.getByText('Read them as the shop');
    await warning.waitFor();
    // The decision stands below the long form; the warning, with the way there, above it.
    const form = await reader.getByLabel('Title').first().boundingBox();
    expect((await warning.boundingBox())!.y).toBeLessThan(form!.y);
    if (process.env.SHOTS)
      await reader.screenshot({ path: `${process.env.SHOTS}/second-${width}.png`, fullPage: true });
    await reader.getByRole('link', { name: 'Go to the decision' }).press('Enter');
    await reader.keyboard.press('Tab');
    expect(await reader.getByLabel('Reason').evaluate((field) => field === document.activeElement)).toBe(true);
    await reader.keyboard.type('A quotation');
    await reader.getByRole('button', { name: 'Approve' }).click();
    await reader.getByText('Approved').first().waitFor();
    const buyer = await visit('buyer');
    await buyer.goto('/news');
    await buyer.getByText(title).first().waitFor();
  },
);
