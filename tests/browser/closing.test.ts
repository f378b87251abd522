import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transfer } from '#platform/ledger/transfer.ts';
import { narrow, openBrowser, pressEnter, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
await shop.untilOffered('ETH');

/** A credited top-up of 20 dollars from an address of the buyer's own. */
async function paidIn(user_id: string): Promise<void> {
  const sql = shop.books;
  const [key, txid, sender] = [randomUUID(), randomBytes(32).toString('hex'), `0x${randomBytes(20).toString('hex')}`];
  const [deposit] = await sql<[{ id: string }]>`
    with rate as (select id from rate_samples where coin = 'ETH' order by id desc limit 1),
    account as (select id from xpub_accounts where coin = 'ETH' limit 1),
    address as (
      insert into deposit_addresses (coin, account_id, index, key, address, user_id)
      select 'ETH', id, ${Math.floor(Date.now() / 1000)}, ${key}, ${key}, ${user_id} from account returning id),
    payment as (
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, expires_at)
      select ${user_id}, 'ETH', address.id, 2000, 1000, rate.id, now() from address, rate returning id)
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, senders, first_seen_at, required_depth, height,
      hash, state, credited_at, credited_cents, credited_units)
    select 'ETH', ${txid}, 0, ${key}, ${user_id}, id, 1000, ${[sender]}, now(), 1, 1, 'h', 'credited', now(), 2000, 1000
    from payment returning id`;
  await transfer(sql, {
    debit: { kind: 'crypto_eth', owner_id: null },
    amount_cents: 2000,
    kind: 'top_up',
    reference: deposit.id,
    credit: { kind: 'available', owner_id: user_id, limited: true },
    unique_key: randomUUID(),
  });
}

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test.each([
  [true, wide],
  [false, narrow],
])('a buyer closes the account, two people send the rest back, with JavaScript: %s', async (javaScript, width) => {
  const { id, token } = await shop.addBuyer(1);
  await shop.books`update sessions set confirmed_at = now(), confirmed_by = 'password' where user_id = ${id}`;
  await paidIn(id);
  const colorScheme = javaScript ? 'light' : 'dark';
  const page = await newPage({ token, javaScript, width, refusals: true, colorScheme });
  await page.goto('/user/data');
  await page.getByRole('link', { name: 'See what can go back' }).click();
  const close = page.getByRole('button', { name: 'Close account and ask for $20.00 back' });
  await close.click();
  await page.getByText('Confirm that you can still receive coins').first().waitFor();
  await shoot(page, `closing-ask-${width}`);
  await page.getByLabel(/^I can still receive coins/).check();
  await close.click();
  await page.getByText('This account is closing').first().waitFor();
  await shoot(page, `closing-closes-${width}`);

  const visit = async (user: string) =>
    newPage({ token: await shop.signIn(user), javaScript, width, refusals: true, colorScheme });
  const first = await visit('approver');
  await first.goto('/admin/top-up-returns');
  await shoot(first, `closing-list-${width}`);
  await first.locator('tbody a').first().click();
  await first.getByRole('heading', { name: /^Way back/ }).waitFor();
  await first.getByLabel('Reason').fill('Compared with the chain');
  await first.getByRole('button', { name: 'Propose to send it back' }).click();
  await first.getByText('You proposed this').first().waitFor();
  const at = first.url();
  const second = await visit('approver2');
  await second.goto(at);
  await second.getByLabel('Reason').fill('The same address');
  await shoot(second, `closing-decide-${width}`);
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByText('approved', { exact: true }).waitFor();
  await second.getByLabel('Transaction id').fill('nothing');
  await second.getByLabel('Reason').fill('Sent');
  await second.getByRole('button', { name: 'Record as sent' }).click();
  await second.getByText("Enter the transaction's id").first().waitFor();
  await second.getByLabel('Transaction id').fill(`0x${'ab'.repeat(32)}`);
  await second.getByRole('button', { name: 'Record as sent' }).click();
  await second.getByText('sent', { exact: true }).waitFor();
  await shoot(second, `closing-sent-${width}`);
  await page.goto('/user/closing');
  await page.getByText('sent', { exact: true }).waitFor();
  await shoot(page, `closing-done-${width}`);

  // Nothing came in as this: the network dropped it.
  await second.getByLabel('Evidence').fill('Dropped by the network');
  await second.getByLabel('Reason').fill('No block holds it');
  await shoot(second, `closing-return-${width}`);
  await second.getByRole('button', { name: 'Propose return' }).click();
  await second.getByLabel('Back on').and(second.locator('[aria-invalid=true]')).waitFor();
  await second.getByLabel('Back on').fill(new Date().toISOString().slice(0, 10));
  await pressEnter(second.getByRole('button', { name: 'Propose return' }));
  await second.getByText('You proposed this').first().waitFor();
  await shoot(second, `closing-proposed-${width}`);
  await first.goto(at);
  await first.getByText('Dropped by the network').waitFor();
  await first.getByLabel('Reason').fill('Seen on the chain');
  await shoot(first, `closing-judge-${width}`);
  await first.getByRole('button', { name: 'Approve' }).click();
  await first.getByText('came back', { exact: true }).waitFor();
  await shoot(first, `closing-back-${width}`);
  await page.goto('/user/closing');
  await page.getByText('came back', { exact: true }).waitFor();
  // Nobody knows who paid this one.
  expect(await shop.balanceOf(token)).toBe(2001);
});

test('the records of processing are a page of the office', async () => {
  for (const width of [narrow, wide]) {
    const page = await newPage({
      token: await shop.signIn('auditor'),
      width,
      colorScheme: width === wide ? 'dark' : 'light',
    });
    await page.goto('/admin/operations/processing');
    await page.getByRole('heading', { name: 'Top-ups and balances' }).waitFor();
    await shoot(page, `processing-${width}`);
  }
});
