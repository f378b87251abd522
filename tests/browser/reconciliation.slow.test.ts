import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'units of each coin and the age of what is not credited are shown, with JavaScript: %s',
  async (javaScript, width) => {
    await shop.books`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
    select coin, id, 7, 'nobody', ${randomBytes(32).toString('hex')}, 0, 100000, now() - interval '40 days', 1, 'h'
    from xpub_accounts order by coin limit 1`;
    const page = await newPage({ token: await shop.signIn('approver'), javaScript, width });
    await page.goto('/admin/ledger/reconciliation');
    await page.getByRole('heading', { name: 'By coin, in units' }).waitFor();
    const suspense = page.getByRole('region', { name: 'Received, not credited' });
    expect(await suspense.getByText('unclaimed').count()).toBeGreaterThan(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/reconciliation-${javaScript}-${colorScheme}.png`,
          fullPage: true,
        });
    }
    const scroll = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(scroll).toBe(0);
  },
);
