import { expect, test } from 'vitest';
import { narrow, openBrowser, pathOf, pressEnter, wide } from '#tests/support/browser.ts';
import { putInDebt } from '#tests/support/debts.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])('a debt is written off by two people on the page of its account, with JavaScript: %s', async (javaScript, width) => {
  const { id } = await shop.addBuyer(40_00);
  await putInDebt(shop.books, { id }, 18_00);
  const [buyer] = await shop.books<{ username: string }[]>`select username from users where id = ${id}`;
  const first = await newPage({ token: await shop.signIn('admin'), javaScript, width, refusals: true });
  await first.goto('/admin/chains');
  await first.getByRole('link', { name: `${buyer!.username} can't spend` }).click();
  await first.getByText('$18.00 is owed, and the balance is $40.00.').waitFor();
  expect(pathOf(first)).toBe(`/admin/users/${id}?tab=actions`);
  const form = first.getByRole('form', { name: 'Settle the debt' });
  const propose = async (amount: string) => {
    await form.getByLabel('How').selectOption('Write it off');
    await form.getByLabel('Amount').fill(amount);
    await form.getByLabel('Reason').fill('undone in October');
    await pressEnter(form.getByRole('button', { name: 'Propose this' }));
  };
  await propose('18.01');
  await first.getByText('Only $18.00 is owed.').first().waitFor();
  await propose('18.00');
  await first.getByRole('heading', { name: 'Write off $18.00 of a debt' }).waitFor();
  expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const second = await newPage({ token: await shop.signIn('approver'), javaScript, width });
  await second.goto('/admin/approvals');
  const waiting = second.getByRole('row').filter({ hasText: 'Write off $18.00 of a debt' });
  await waiting.getByRole('link', { name: 'Write off' }).click();
  await second.getByRole('heading', { name: buyer!.username }).waitFor();
  await second.getByLabel('Reason').first().fill('seen in the books');
  await pressEnter(second.getByRole('button', { name: 'Approve' }));
  await second.getByRole('heading', { name: 'Write off $18.00 of a debt' }).waitFor({ state: 'detached' });
  expect(await second.getByText('Settle the debt').count()).toBe(0);
  const [left] = await shop.books`select from spending_blocks where user_id = ${id} and lifted_at is null`;
  expect(left).toBeUndefined();
});
