import { describe, expect, test } from 'vitest';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { paymentUri } from '#platform/chain/payment-uri.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readQr } from '#tests/support/read-qr.ts';
import { runShop } from '#tests/support/running-shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';

interface Created {
  data: { id: string; address: string; amount_units: string };
}

/** Configured like a real shop, with its own node: blocks are mined only when the test says so. */
const chains = {
  BTC: await startCoreChain('BTC'),
  LTC: await startCoreChain('LTC'),
};
const shop = await runShop({
  BTC_RPC_URL: chains.BTC.url,
  BTC_XPUB: LOCAL_CHAINS.BTC.xpub,
  LTC_RPC_URL: chains.LTC.url,
  LTC_XPUB: LOCAL_CHAINS.LTC.xpub,
});
const newPage = await openBrowser(shop.url);

describe.each([
  { coin: 'BTC', node: 'bcoin', needed: 3 },
  { coin: 'LTC', node: 'litecoind', needed: 6 },
] as const)('$coin on $node', ({ coin, needed }) => {
  test('the page of a payment shows waiting, seen, confirming n of m, and credited', async () => {
    const { token } = await shop.addBuyer(100);
    await expect.poll(() => isOffered(token)).toBe(true);
    const { data: payment } = await shop.api<Created>('/api/billings', {
      token,
      body: { coin, amount_cents: 2500 },
      headers: { 'idempotency-key': `coins-${coin}` },
    });
    const page = await newPage({ token });
    await page.goto(`/billing/${payment.id}`);
    const status = page.locator('.page-head .tag').first();
    const shows = (text: string) => status.filter({ hasText: text }).waitFor();
    await shows('waiting');
    const asked = { address: payment.address, amount: BigInt(payment.amount_units) };
    expect(await readQr(page.getByRole('img', { name: /QR code/ }))).toBe(paymentUri(coin, asked));

    const chain = chains[coin];
    const { txid } = await chain.pay(chain.localAddress(payment.address), BigInt(payment.amount_units));
    await shows('seen');
    await page.locator('main details', { hasText: txid }).locator('summary').click();
    await page.getByText(txid).first().waitFor();
    await chain.mine(1);
    await shows('confirming');
    await page.getByText(`confirming 1 of ${needed}`).waitFor();
    await chain.mine(needed - 1);
    await shows('credited');
    await page.getByText('$25.00 was added to your balance.').waitFor();
    expect(await shop.balanceOf(token)).toBe(2600);
  });

  async function isOffered(token: string): Promise<boolean> {
    const { data } = await shop.api<{ data: { offered: { coin: string; available: boolean }[] } }>(
      '/api/search/billings',
      { token },
    );
    return data.offered.some((offer) => offer.coin === coin && offer.available);
  }
});
