import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'a visitor finds the accessibility statement, the contact point and the notice form, with JavaScript: %s',
  async (javaScript, width) => {
    const page = await newPage({ javaScript, width, refusals: true, colorScheme: javaScript ? 'light' : 'dark' });
    const shoot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/dsa-${name}-${width}.png`, fullPage: true });
    };
    await page.goto('/login');
    await page.getByRole('link', { name: 'Accessibility' }).click();
    await page.getByRole('heading', { name: 'How accessible this shop is' }).waitFor();
    await shoot('accessibility');
    await page.getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { name: 'Point of contact' }).waitFor();
    await shoot('imprint');
    await page.getByRole('main').getByRole('link', { name: 'Report content' }).first().click();
    await page.getByRole('button', { name: 'Send notice' }).click();
    for (const missing of ['Tick this box to send your notice.', 'Enter your name.'])
      await page.getByText(missing).first().waitFor();
    await page.getByLabel('Where it is').fill(`${shop.url}/brands/ostermoor-kaffee`);
    await page.getByLabel('Why you think it is unlawful').fill('The logo is ours.');
    await page.getByLabel('Your name').fill('Nina Notifier');
    const email = `nina-${width}@example.com`;
    await page.getByLabel('E-mail').fill(email);
    await shoot('form');
    await page.getByRole('button', { name: 'Send notice' }).click();
    await page.getByText('Tick this box to send your notice.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Nina Notifier');
    await page.getByLabel('I believe in good faith').check();
    await page.getByRole('button', { name: 'Send notice' }).click();
    await page.getByRole('heading', { name: 'We received your notice' }).waitFor();
    const [ticket] = await shop.books`
      select from tickets t join support_categories c on c.id = t.category_id where t.guest_email = ${email} and c.slug = 'notice'`;
    expect(ticket).toBeDefined();
  },
);
