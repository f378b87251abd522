import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { narrow, openBrowser, pressEnter, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const ways = [
  [true, wide],
  [false, narrow],
] as const;

/** A transaction by which coins left. */
async function outflow(coin: string): Promise<string> {
  const txid = randomBytes(32).toString('hex');
  await shop.books`
    insert into outflows (coin, key, height, amount_units, txid)
    select coin, '0014', 1, 12345678, ${txid} from xpub_accounts where coin = ${coin} limit 1`;
  return txid;
}

async function fits(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png`, fullPage: true });
  }
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    `${name} is as wide as the screen`,
  ).toBe(0);
}

test.each(ways)('an outflow is labelled by keyboard, with JavaScript: %s', async (javaScript, width) => {
  const txid = await outflow('ETH');
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
  await page.goto('/admin/ledger/outflows?label=none');
  await page.getByRole('heading', { name: 'Outflows', level: 1 }).waitFor();
  await fits(page, `outflows-${width}`);
  await page.getByRole('row').filter({ hasText: 'Without a label' }).first().getByRole('link').press('Enter');
  await page.getByText(txid).first().waitFor();
  const form = page.getByRole('form', { name: 'What for' });
  await form.getByLabel('What for').selectOption('other');
  await pressEnter(form.getByRole('button', { name: 'Save label' }));
  await page.getByText('Say what it was for.').first().waitFor();
  await form.getByLabel('Note').fill('moved to an exchange');
  await pressEnter(form.getByRole('button', { name: 'Save label' }));
  const history = page.getByRole('region', { name: 'Labels so far' });
  await history.getByText('moved to an exchange').waitFor();
  await fits(page, `outflow-${width}`);
  await page.goto('/admin/ledger/reconciliation');
  await page.getByRole('region', { name: 'Moved away, by what for' }).getByText('ETH, Other').waitFor();
  await fits(page, `reconciliation-${width}`);
});

test.each(ways)('several outflows are labelled at once by keyboard, with JavaScript: %s', async (javaScript, width) => {
  const txids = [await outflow('ETH'), await outflow('ETH')];
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
  await page.goto('/admin/ledger/outflows?label=none');
  const boxOf = (txid: string) => page.getByRole('checkbox', { name: new RegExp(txid.slice(0, 10)) });
  for (const txid of txids) await boxOf(txid).press('Space');
  const bar = page.getByRole('form', { name: 'Selected' });
  await bar.getByLabel('What for').selectOption('other');
  await fits(page, `outflows-selected-${width}`);
  await pressEnter(bar.getByRole('button', { name: 'Save label' }));
  await page.getByText('Say what it was for.').first().waitFor();
  expect(await boxOf(txids[0]!).isChecked(), 'still selected').toBe(true);
  await bar.getByLabel('Note').fill('weekly sweep to the exchange');
  await pressEnter(bar.getByRole('button', { name: 'Save label' }));
  await page.getByText('2 outflows were labelled.').first().waitFor();
  await page.goto('/admin/ledger/outflows?label=other');
  expect(await page.getByText('weekly sweep to the exchange').count()).toBeGreaterThanOrEqual(2);
});

test.each(ways)(
  'outflows from before the record are labelled by one decision of two people, with JavaScript: %s',
  async (javaScript, width) => {
    const txid = await outflow('ETH');
    await shop.books.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update outflow_transactions
        set noted_at = (select min(applied_at) from schema_migrations where name like '0032%')
        where txid = ${txid}`;
    });
    const first = await newPage({ token: await shop.signIn('approver'), javaScript, width });
    await first.goto('/admin/ledger/outflows');
    await first.getByRole('link', { name: 'Label them by one decision of two people' }).press('Enter');
    await first.getByRole('heading', { name: 'Outflows from before the record', level: 1 }).waitFor();
    await fits(first, `outflows-earlier-${width}`);
    await first.getByLabel('Reason').fill('nobody wrote it down then');
    await pressEnter(first.getByRole('button', { name: 'Propose' }));
    await first.getByText('Proposed. Another approver decides.').first().waitFor();
    expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    const second = await newPage({ token: await shop.signIn('approver2'), javaScript, width });
    await second.goto('/admin/ledger/outflows/earlier');
    await fits(second, `outflows-earlier-decide-${width}`);
    await second.getByLabel('Reason').first().fill('compared with our books');
    await pressEnter(second.getByRole('button', { name: 'Approve' }));
    await second.getByText('No outflow from before the record is without a label').first().waitFor();
    await second.goto('/admin/ledger/outflows?label=before_record');
    await second.getByText('compared with our books').first().waitFor();
  },
);

test.each(ways)(
  'two people watch a cold wallet, and a private key is not shown again, with JavaScript: %s',
  async (javaScript, width) => {
    const secret = randomBytes(32).toString('hex');
    const address = `0x${randomBytes(20).toString('hex')}`;
    const first = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
    await first.goto('/admin/ledger/cold-wallets');
    const form = first.getByRole('form', { name: 'Add a wallet' });
    await form.getByLabel('Coin').selectOption('ETH');
    await form.getByLabel('Name').fill('Vault');
    await form.getByLabel('Address, extended public key').fill(secret);
    await form.getByLabel('Reason').fill('swept here each week');
    await pressEnter(form.getByRole('button', { name: 'Propose' }));
    await first.getByText('This can spend coins').first().waitFor();
    expect(await form.getByLabel('Address, extended public key').inputValue()).toBe('');
    expect(await first.content()).not.toContain(secret);
    await fits(first, `cold-wallets-${width}`);
    await form.getByLabel('Address, extended public key').fill(address);
    await pressEnter(form.getByRole('button', { name: 'Propose' }));
    await first.getByRole('heading', { name: 'Vault, ETH' }).waitFor();
    expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    const second = await newPage({ token: await shop.signIn('approver2'), javaScript, width });
    await second.goto(new URL(first.url()).pathname);
    await fits(second, `cold-wallet-${width}`);
    await second.getByLabel('Reason').first().fill('compared with the device');
    await pressEnter(second.getByRole('button', { name: 'Approve' }));
    await second.getByRole('heading', { name: 'Stop watching it' }).waitFor();
  },
);

test.each(ways)(
  'dormant balances lead to their buyers, and the trial balance has a memorandum, with JavaScript: %s',
  async (javaScript, width) => {
    await shop.books.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
      update ledger_transfers t set created_at = t.created_at - interval '3 years' from ledger_accounts a
      where a.kind = 'available' and a.owner_id = (select id from users where username = 'buyer')
        and a.id in (t.debit_account_id, t.credit_account_id)`;
    });
    const page = await newPage({ token: await shop.signIn('approver'), javaScript, width });
    await page.goto('/admin/ledger/dormant');
    await page.getByRole('heading', { name: 'Dormant balances', level: 1 }).waitFor();
    await page.getByText('36 months or more').first().waitFor();
    await fits(page, `dormant-${width}`);
    await page.goto('/admin/ledger/trial-balance');
    await page.getByRole('region', { name: 'Memorandum: received, not credited' }).waitFor();
    await fits(page, `trial-balance-${width}`);
  },
);
