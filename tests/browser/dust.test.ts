import { expect, test } from 'vitest';
import type { Payment } from '#contracts/coins/payments.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({ DEMO_COINS: 'LTC' });
await shop.untilOffered('LTC');
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])(
  'what is too small is said before it is sent, and shown as it waits, with JavaScript: %s',
  async (javaScript, width) => {
    const { token } = await shop.addBuyer(1_00);
    const page = await newPage({ token, javaScript, width });
    await page.goto('/billing');
    const choice = page.locator('.coin', { hasText: 'Litecoin' });
    await choice.getByText('Send at least 0.000068 LTC at a time.').waitFor();
    const shoot = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
      const scroll = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(scroll).toBe(0);
    };
    await shoot('top-up');
    const { data } = await shop.api<{ data: Payment }>('/api/billings', {
      token,
      body: { coin: 'LTC', amount_cents: 1000 },
    });
    await shop.api('/api/demo/pay', { body: { coin: 'LTC', address: data.address, amount_units: '6000' } });
    await shop.api('/api/demo/mine', { body: { coin: 'LTC', blocks: 6 } });
    const read = async () => (await shop.api<{ data: Payment }>(`/api/billings/${data.id}`, { token })).data;
    await expect.poll(async () => (await read()).dust?.units, { interval: 300 }).toBe('6000');
    await page.goto(`/billing/${data.id}`);
    await page.getByText('0.00006 LTC in small amounts').waitFor();
    await page.getByText('once your small amounts of LTC come to $5.00').waitFor();
    await shoot('dust');
  },
);
