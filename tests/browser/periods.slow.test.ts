import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatMonth } from '#i18n/format.ts';
import { narrow, openBrowser, pressEnter, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15));
const month = lastMonth.toISOString().slice(0, 7);

test.each([
  [true, wide],
  [false, narrow],
])('a month is closed by one and reopened by two people, with JavaScript: %s', async (javaScript, width) => {
  await shop.books`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
    select d.id, c.id, 100, 'demo_grant', ${randomUUID()}, ${lastMonth} from ledger_accounts d, ledger_accounts c
    where d.kind = 'demo_money' and c.kind = 'available' and c.owner_id = (select id from users where username = 'buyer')`;
  const first = await newPage({ token: await shop.signIn('approver'), javaScript, width });
  await first.goto('/admin/ledger/months');
  await first.getByRole('link', { name: formatMonth('en', month) }).click();
  await pressEnter(first.getByRole('button', { name: 'Close the month' }));
  await first.getByRole('heading', { name: 'Reopen the month' }).waitFor();
  const [closed] = await shop.books<{ transfers: number }[]>`
    select count(*) as transfers from ledger_transfers where created_at < date_trunc('month', now())`;
  expect(closed!.transfers).toBeGreaterThan(0);
  await expect(
    shop.books`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
      select debit_account_id, credit_account_id, amount_cents, kind, ${randomUUID()}, created_at from ledger_transfers
      where created_at = ${lastMonth} limit 1`,
  ).rejects.toThrow('closed');
  await first.getByLabel('Reason').fill('an invoice came late');
  await pressEnter(first.getByRole('button', { name: 'Propose reopening' }));
  await first.getByText('an invoice came late').first().waitFor();
  expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const second = await newPage({ token: await shop.signIn('approver2'), javaScript, width });
  await second.goto(`/admin/ledger/months/${month}`);
  await second.getByLabel('Reason').first().fill('seen');
  await pressEnter(second.getByRole('button', { name: 'Approve' }));
  await second.getByRole('button', { name: 'Close the month' }).waitFor();
});

test('a chart of accounts is proposed with the numbers that are suggested, and approved by somebody else', async () => {
  const first = await newPage({ token: await shop.signIn('approver'), refusals: true });
  await first.goto('/admin/ledger/chart');
  const form = first.getByRole('form', { name: 'Propose a chart of accounts' });
  await form.getByLabel('Consultant number (DATEV)').fill('1001');
  await form.getByLabel('Client number (DATEV)').fill('7');
  await form.getByLabel('Reason').fill('our first chart');
  const number = form.getByLabel(/^Number of Sales/);
  const suggested = await number.inputValue();
  await number.fill('12');
  await pressEnter(form.getByRole('button', { name: 'Propose' }));
  await first.getByText('A number has 4 to 9 digits.').first().waitFor();
  expect(await form.getByLabel('Consultant number (DATEV)').inputValue()).toBe('1001');
  await number.fill(suggested);
  await pressEnter(form.getByRole('button', { name: 'Propose' }));
  await first.getByRole('heading', { name: 'Proposed' }).waitFor();

  const second = await newPage({ token: await shop.signIn('approver2') });
  await second.goto('/admin/ledger/chart');
  await second.getByLabel('Reason').first().fill('agreed');
  await pressEnter(second.getByRole('button', { name: 'Approve' }));
  await second.getByText('In force since').waitFor();
  const rows = await shop.books`select from account_numbers`;
  expect(rows.count).toBeGreaterThan(5);
});
