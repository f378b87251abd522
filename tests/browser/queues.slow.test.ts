import { expect, test } from 'vitest';
import { narrow, openBrowser, untilHydrated, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

const COUNT = 10;

/** Tickets of as many buyers, which nobody has answered. */
async function openTickets(prefix: string, count = COUNT): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { token } = await shop.addBuyer(1_00);
    const body = { category: 'other', subject: `${prefix} ${n}`, body: `Why ${n}?` };
    const { data } = await shop.api<{ data: { id: string } }>('/api/supports', { token, body });
    ids.push(data.id);
  }
  return ids;
}

test('ten tickets are answered, solved and left for the next with at most thirty keys and the words', async () => {
  const ids = await openTickets('Ten');
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto('/admin/tickets?q=Ten');
  await untilHydrated(page);
  let pressed = 0;
  const press = async (key: string) => {
    pressed++;
    await page.keyboard.press(key);
  };
  await press('j');
  await press('Enter');
  const list = page.getByRole('navigation', { name: 'Tickets' });
  for (let n = 0; n < COUNT; n++) {
    const heading = await page.getByRole('heading', { level: 1, name: /^#\d+ Ten/ }).textContent();
    expect(await list.locator('[aria-current=page]').textContent()).toContain(heading);
    await press('r');
    await page.keyboard.type('Here is why.');
    await press('Control+Shift+Enter');
    await page.getByRole('heading', { level: 1, name: heading ?? '' }).waitFor({ state: 'detached' });
  }
  await page.waitForURL('**/admin/tickets?q=Ten');
  expect(pressed).toBeLessThanOrEqual(30);
  const solved = await shop.books`
    select t.id from tickets t where t.id = any(${ids}::uuid[]) and t.status = 4 and t.waiting_since is null
      and (select count(*) from ticket_comments m where m.ticket_id = t.id and m.by_staff and m.body = 'Here is why.') = 1`;
  expect(solved).toHaveLength(COUNT);
});

test('ten approvals take at most fifteen clicks, and the factor is asked for once', async () => {
  const admin = await shop.signIn('admin');
  for (let n = 0; n < COUNT; n++) {
    const { id } = await shop.addBuyer(1_00);
    const body = { cents: 100 + n, cause: 'goodwill', reason: `queue of ten ${n}` };
    await shop.api(`/api/admin/users/${id}/adjustment`, { token: admin, body });
  }
  const page = await newPage({ token: await shop.signIn('approver'), refusals: true });
  await page.clock.install();
  await shop.books`update sessions set confirmed_at = now() - interval '1 hour'
    where user_id = (select id from users where username = 'approver')`;
  let clicks = 0;
  const click = async (name: string | RegExp) => {
    clicks++;
    await page.getByRole('main').getByRole('button', { name }).click();
  };
  await page.goto('/admin/approvals');
  await untilHydrated(page);
  clicks++;
  await page.getByRole('row').filter({ hasText: 'queue of ten 0' }).getByRole('link').first().click();
  const waiting = async () =>
    (await shop.books`select from proposals p where p.reason like 'queue of ten%' and p.decision is null`).length;
  for (let left = COUNT; left > 0; left--) {
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    // As long as it takes to read it.
    await page.clock.fastForward(1000);
    const here = new URL(page.url()).pathname;
    await click('Approve');
    if (left === COUNT) {
      await page.getByLabel('Password').fill('facevalue-demo');
      await click('Confirm and send');
    }
    await page.waitForURL((url) => url.pathname !== here);
    expect(await waiting()).toBe(left - 1);
  }
  expect(clicks).toBeLessThanOrEqual(15);
});

test('a key held down or a double click decides about one record, and not about the next in the same place', async () => {
  const admin = await shop.signIn('admin');
  for (let n = 0; n < 4; n++) {
    const { id } = await shop.addBuyer(1_00);
    const body = { cents: 200 + n, cause: 'goodwill', reason: `pressed twice ${n}` };
    await shop.api(`/api/admin/users/${id}/adjustment`, { token: admin, body });
  }
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.clock.install();
  await page.goto('/admin/approvals');
  await untilHydrated(page);
  await page.getByRole('row').filter({ hasText: 'pressed twice 0' }).getByRole('link').first().click();
  const approve = page.getByRole('main').getByRole('button', { name: 'Approve' });
  const waiting = async () =>
    (await shop.books`select from proposals p where p.reason like 'pressed twice%' and p.decision is null`).length;
  const nextAfter = async (act: () => Promise<void>) => {
    await approve.waitFor();
    const here = new URL(page.url()).pathname;
    await act();
    await page.waitForURL((url) => url.pathname !== here);
    await approve.waitFor();
  };
  const before = await waiting();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.down('Control');
  await nextAfter(() => page.keyboard.down('Enter'));
  const here = page.url();
  // The key stays down: the browser repeats it.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await approve.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await page.getByRole('main').locator('button[aria-busy]').count()).toBe(0);
  expect([page.url(), await waiting()]).toEqual([here, before - 1]);
  // Two presses, one quickly after the other: the second comes to a record that nobody has read.
  await page.clock.runFor(999);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('main').getByText('Nothing was decided').waitFor();
  await approve.click();
  expect([page.url(), await waiting()]).toEqual([here, before - 1]);
  await page.clock.runFor(1);
  await nextAfter(() => page.keyboard.press('Control+Enter'));
  expect(await waiting()).toBe(before - 2);
});

test('beside the list of approvals only the decision about the proposal leads on, and one way leads back to the list', async () => {
  const admin = await shop.signIn('admin');
  const { id } = await shop.addBuyer(1_00);
  const body = { cents: 543, cause: 'goodwill', reason: 'one of two forms' };
  await shop.api(`/api/admin/users/${id}/adjustment`, { token: admin, body });
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto('/admin/approvals?sort=-proposed_at');
  await page.getByRole('row').filter({ hasText: 'one of two forms' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await untilHydrated(page);
  const leading = page.locator('form').filter({ has: page.locator('input[name=next]') });
  expect(await leading.getByRole('heading').allTextContents()).toEqual(['Your decision']);
  // Outside of a form the key is for that decision alone, whichever form comes first.
  expect(await page.locator('form[data-leads-on] [aria-keyshortcuts="Control+Enter"]').count()).toBe(1);
  const access = page.getByRole('form', { name: 'Access' });
  await access.getByLabel('Reason').fill('Left a computer signed in');
  await access.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Done', { exact: true }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/users/${id}`);
  const back = page.locator('#office a[href^="/admin/approvals"]');
  expect(await back.count()).toBe(1);
  await back.click();
  await page.waitForURL('**/admin/approvals?sort=-proposed_at');
});

test.each([
  [true, wide],
  [false, wide],
  [true, narrow],
])('a record opens beside its list, or alone on a phone; JavaScript: %s, %i px', async (javaScript, width) => {
  const [id] = await openTickets(`Beside${javaScript}${width}`, 2);
  const page = await newPage({ token: await shop.signIn('admin'), javaScript, width });
  await page.goto(`/admin/tickets?q=Beside${javaScript}${width}`);
  await page
    .getByRole('row')
    .getByRole('link', { name: /Beside/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Beside/ }).waitFor();
  const list = page.getByRole('navigation', { name: 'Tickets', exact: true });
  expect(await list.isVisible()).toBe(width === wide);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/beside-${javaScript}-${width}.png` });
  await page.getByLabel('Answer', { exact: true }).fill('Done.');
  await page.getByRole('button', { name: 'Send, solve, next' }).click();
  await page.getByRole('heading', { level: 1, name: /Beside\w+ 1/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // Without the list in its address, the record's page is as it was.
  await page.goto(`/admin/tickets/${id}`);
  await page.getByRole('heading', { level: 1, name: /Beside\w+ 0/ }).waitFor();
  expect(await list.count()).toBe(0);
});

test('what the buyer writes while an answer is typed stops it, and the second press sends it', async () => {
  const { token } = await shop.addBuyer(1_00);
  const body = { category: 'other', subject: 'Meanwhile', body: 'Why?' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/supports', { token, body });
  const page = await newPage({ token: await shop.signIn('admin'), refusals: true });
  await page.goto(`/admin/tickets/${data.id}`);
  await untilHydrated(page);
  await page.getByLabel('Answer', { exact: true }).pressSequentially('Because.');
  await shop.api(`/api/supports/${data.id}/comments`, { token, body: { body: 'Never mind, found it.' } });
  await page.getByText('Never mind, found it.').first().waitFor();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('wrote in this ticket after you read it').waitFor();
  await page.getByRole('list', { name: 'Written while you answered' }).getByText('Never mind, found it.').waitFor();
  expect(await page.getByLabel('Answer', { exact: true }).inputValue()).toBe('Because.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByRole('list', { name: 'Conversation' }).getByText('Because.').waitFor();
});

test('Ctrl+Enter within a form decides what that form is about, and nothing of another one', async () => {
  const { id } = await shop.addBuyer(1_00);
  const body = { cents: 321, cause: 'goodwill', reason: 'beside another form' };
  await shop.api(`/api/admin/users/${id}/adjustment`, { token: await shop.signIn('admin'), body });
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto(`/admin/users/${id}?tab=actions&queue=approvals`);
  await untilHydrated(page);
  const access = page.getByRole('form', { name: 'Access' });
  await access.getByLabel('Reason').fill('A lost phone');
  await access.getByLabel('Reason').press('Control+Enter');
  const signedOut = () => shop.books`
    select 1 from audit_entries where action = 'user.signed_out' and subject = ${id}`;
  await expect.poll(async () => (await signedOut()).length).toBe(1);
  const booked = await shop.books`select 1 from ledger_transfers where amount_cents = 321`;
  expect(booked).toHaveLength(0);
});
