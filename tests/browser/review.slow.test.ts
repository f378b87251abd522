import { expect, test } from 'vitest';
import { narrow, openBrowser, pathOf, untilHydrated, wide } from '#tests/support/browser.ts';
import { putAside } from '#tests/support/put-aside.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])('money put aside finds its owner through two people, with JavaScript: %s', async (javaScript, width) => {
  const { id, token } = await shop.addBuyer(1_00);
  const [buyer] = await shop.books<{ username: string }[]>`select username from users where id = ${id}`;
  const { username } = buyer!;
  const aside = await putAside(shop);
  const first = await newPage({ token: await shop.signIn('admin'), javaScript, width, refusals: true });
  await first.goto('/admin/chains');
  await first.getByRole('link', { name: '0.006 ETH' }).first().click();
  await first.getByRole('heading', { name: 'Unclaimed deposit of 0.006 ETH' }).waitFor();
  expect(pathOf(first)).toBe(`/admin/unclaimed-deposits/${aside}`);
  await first.getByLabel('Username or e-mail address of the buyer').fill('nobody.of.this.name');
  await first.getByLabel('Reason').fill('wrote to support');
  await first.getByRole('button', { name: 'Propose' }).click();
  await first.getByText('No account has this username').first().waitFor();
  expect(await first.getByLabel('Reason').inputValue()).toBe('wrote to support');
  await first.getByLabel('Username or e-mail address of the buyer').fill(username);
  await first.getByRole('button', { name: 'Propose' }).click();
  await first.getByText(`admin says it belongs to ${username}`).waitFor();
  expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const second = await newPage({ token: await shop.signIn('approver'), javaScript, width });
  await second.goto('/admin');
  await second.getByRole('main').getByRole('link', { name: 'Approvals' }).last().click();
  const waiting = second.getByRole('row').filter({ hasText: 'Assign an owner to the unclaimed deposit of 0.006 ETH' });
  await waiting.getByText('wrote to support').waitFor();
  await waiting.getByRole('cell', { name: 'admin' }).waitFor();
  await waiting.getByRole('link', { name: 'Assign an owner' }).click();
  await second.getByRole('heading', { name: `Does it belong to ${username}?` }).waitFor();
  expect(pathOf(second)).toBe(`/admin/unclaimed-deposits/${aside}?queue=approvals`);
  await second.getByLabel('Reason').fill('the wallet is theirs');
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByText('Nothing is waiting for your approval').waitFor();
  await second.goto(`/admin/unclaimed-deposits/${aside}`);
  await second.getByText(`It belongs to ${username}.`).waitFor();
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  await expect.poll(() => shop.balanceOf(token)).toBeGreaterThan(1_00);
  await second.getByRole('link', { name: 'View the payment' }).click();
  await second.getByRole('heading', { name: `Payment by ${username}` }).waitFor();
});

test('a proposal comes to the open page of who may approve it, and goes when its proposer withdraws it', async () => {
  const { id } = await shop.addBuyer(1_00);
  const [buyer] = await shop.books<{ username: string }[]>`select username from users where id = ${id}`;
  const aside = await putAside(shop);
  const second = await newPage({ token: await shop.signIn('approver') });
  await second.goto('/admin/approvals');
  await second.getByText('Nothing is waiting for your approval').waitFor();
  const token = await shop.signIn('admin');
  const body = { owner: buyer!.username, reason: 'a mistake' };
  await shop.api(`/api/admin/unclaimed-deposits/${aside}/propose`, { token, body });
  await second.getByText('a mistake').waitFor();
  const first = await newPage({ token });
  await first.goto('/admin/approvals');
  await first.getByRole('cell', { name: 'You' }).waitFor();
  await first.getByRole('button', { name: /^Withdraw: Assign an owner/ }).click();
  await first.getByText('Proposal withdrawn').first().waitFor();
  await second.getByText('Nothing is waiting for your approval').waitFor();
});

test.each([
  [true, wide, 'Admit', 'Cards admitted', 'available'],
  [false, narrow, 'Void all', 'Cards voided', 'void'],
] as const)(
  'quarantined cards are decided where their import is shown, with JavaScript: %s',
  async (javaScript, width, press, said, state) => {
    const [kept] = await shop.books<{ id: string; name: string }[]>`
    with batch as (
        select b.id, b.name, b.created_by, i.id as import_id from batches b join imports i on i.batch_id = b.id
        where exists (select from cards c where c.batch_id = b.id and c.state = 'available')
          and not exists (select from quarantines q where q.batch_id = b.id) order by b.id limit 1),
      kept as (
        insert into quarantines (batch_id, import_id, rules, created_at) select id, import_id, '{IG-20}', now() from batch
        on conflict (batch_id, import_id, rules) do update set created_at = now() returning id)
    insert into proposals (kind, subject, facts, proposer_id, proposed_at)
    select 'quarantine.admission', kept.id, jsonb_build_object('batch_id', batch.id, 'name', name, 'rules', 'IG-20', 'cards', 1), created_by, now()
    from batch, kept returning subject as id, facts ->> 'name' as name`;
    const [card] = await shop.books<{ id: string }[]>`
      update cards set state = 'unconfirmed' where id = (
        select c.id from cards c join quarantines q on q.batch_id = c.batch_id
        where q.id = ${kept!.id} and state = 'available' limit 1) returning id`;
    await shop.books`update cards set state = 'quarantined', quarantine_id = ${kept!.id} where id = ${card!.id}`;
    const page = await newPage({ token: await shop.signIn('approver'), javaScript, width });
    await page.goto('/admin/approvals');
    const label = `Admit 1 quarantined card of batch ${kept!.name} (IG-20)`;
    await page.getByRole('link', { name: label }).click();
    const one = press === 'Admit';
    if (one)
      await page
        .getByRole('checkbox', { name: /^Select row|^Select / })
        .first()
        .check();
    await page
      .getByLabel('Reason')
      .nth(one ? 0 : 1)
      .fill('Compared with the invoice');
    await page.getByRole('button', { name: press, exact: true }).click();
    await page.getByText(said).first().waitFor();
    await page.getByRole('heading', { name: 'Cards that wait for a decision' }).waitFor({ state: 'detached' });
    expect(await shop.books`select state from cards where quarantine_id = ${kept!.id}`).toEqual([{ state }]);
  },
);

test('an alarm stands in the review with a link to the account, and is closed there', async () => {
  const { token } = await shop.addBuyer(100_00);
  const { data: cards } = await shop.api<{ data: { id: string }[] }>('/api/cards?sort=price&per_page=1', { token });
  const ids = cards.map(({ id }) => id);
  const { data: order } = await shop.api<{ data: { id: string } }>('/api/invoices', { token, body: { ids } });
  for (let i = 0; i < 10; i++)
    await shop.api(`/api/invoices/${order.id}/cards/${ids[0]}/reveal`, { token, body: { consent: true } });
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto('/admin');
  await page.getByRole('main').getByRole('link', { name: 'Alerts' }).last().click();
  const alert = page.getByRole('row').filter({ hasText: '10 codes were revealed within 10 minutes.' });
  await alert.getByRole('link').first().click();
  await page.getByRole('heading', { name: /^Account of u/ }).waitFor();
  await page.getByRole('button', { name: /^Mark as resolved: 10 codes/ }).click();
  await page.waitForURL('**/admin/alerts');
  await alert.waitFor({ state: 'detached' });
});

test('a ticket goes from the queue to solved by the keyboard alone', async () => {
  const { id, token } = await shop.addBuyer(1_00);
  const [buyer] = await shop.books<{ username: string }[]>`select username from users where id = ${id}`;
  const body = { category: 'other', subject: 'Where is my code?', body: 'I paid and see no code.' };
  await shop.api('/api/supports', { token, body });
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/admin/tickets?q=${buyer!.username}`);
  await untilHydrated(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('j', 'Enter');
  await page.getByRole('heading', { name: /Where is my code/ }).waitFor();
  await press('a');
  await page.getByRole('button', { name: 'Unassign' }).waitFor();
  await press('r');
  await page.keyboard.type('It is on your order.');
  await press('Control+Enter');
  await page.getByRole('listitem').getByText('It is on your order.').waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await press('s');
  await page.getByText('The ticket is solved').first().waitFor();
  await press('u');
  await page.waitForURL(`**/admin/tickets?q=${buyer!.username}`);
});
