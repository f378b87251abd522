import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
await shop.untilOffered('ETH');
const year = String(new Date().getUTCFullYear());

/** Half an ether that was credited with 1,000 dollars, a third of which left; a fifth of that at an unknown rate. */
async function coinsCameAndLeft(): Promise<void> {
  const sql = shop.books;
  const key = randomUUID();
  const hex = () => `0x${randomBytes(32).toString('hex')}`;
  await sql`
    with buyer as (select id from users where username = 'buyer'),
    rate as (select id from rate_samples where coin = 'ETH' order by id desc limit 1),
    account as (select id from xpub_accounts where coin = 'ETH' limit 1),
    address as (
      insert into deposit_addresses (coin, account_id, index, key, address, user_id)
      select 'ETH', account.id, ${Math.floor(Date.now() / 1000)}, ${key}, ${key}, buyer.id from account, buyer returning id, user_id),
    payment as (
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
      select user_id, 'ETH', address.id, 100000, 500000000000000000, rate.id, now() from address, rate returning id, user_id),
    deposit as (
      insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth, height, hash, state,
        credited_at, credited_cents, credited_units)
      select 'ETH', ${hex()}, 0, ${key}, user_id, id, 500000000000000000, now(), 1, 1, 'h', 'credited', now(), 100000,
        500000000000000000 from payment returning id),
    credit as (
      insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, at)
      select id, 1, 500000000000000000, 100000, 0, 0, now() from deposit)
    insert into outflows (coin, key, height, amount_units, txid, at, rate_id)
    select 'ETH', ${key}, 1, amount, ${hex()}, now(), case when known then rate.id end
    from rate, (values (133333333333333333, true), (33333333333333333, false)) as out (amount, known)`;
}
await coinsCameAndLeft();

/** Signed in, and confirmed a moment ago: files of the books want that. */
async function auditor(): Promise<string> {
  const token = await shop.signIn('auditor');
  await shop.books`
    update sessions set confirmed_at = now(), confirmed_by = 'password'
    where user_id = (select id from users where username = 'auditor')`;
  return token;
}

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test.each([
  [true, wide, 'dark'],
  [true, wide, 'light'],
  [true, narrow, 'dark'],
  [false, narrow, 'light'],
] as const)(
  'the cost basis of a year and its files, by keyboard, with JavaScript: %s at %d, %s',
  async (javaScript, width, colorScheme) => {
    const page = await newPage({ token: await auditor(), javaScript, width, colorScheme });
    await page.goto(`/admin/ledger/cost-basis?year=${year}`);
    await page.getByRole('heading', { name: 'Cost basis', level: 1 }).waitFor();
    await page.getByText('For 0.033333333333333333 ETH the rate of the time or the lot is not known').waitFor();
    await shoot(page, `cost-basis-${width}-${colorScheme}`);
    for (const [button, head] of [
      ['Download credits as CSV', 'credited_at,lot,payment'],
      ['Download disposals as CSV', 'disposed_at,outflow,coin'],
    ] as const) {
      await page.getByRole('button', { name: button }).focus();
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(file.suggestedFilename()).toMatch(/^facevalue-(credits|disposals)-\d{4}\.csv$/);
      expect(await readFile(await file.path(), 'utf8')).toContain(head);
    }
  },
);

test('a year for a tax audit needs the legal data first, and says so on the page', async () => {
  for (const width of [narrow, wide]) {
    const colorScheme = width === wide ? 'dark' : 'light';
    const page = await newPage({ token: await auditor(), width, colorScheme });
    await page.goto('/admin/ledger/months');
    await page.getByRole('heading', { name: 'Tax audit' }).waitFor();
    await shoot(page, `months-${width}`);
    await page.getByRole('button', { name: `Download ${year} as ZIP` }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Enter the legal data first').waitFor();
  }
});
