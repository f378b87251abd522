import { expect, test } from 'vitest';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

async function openTicket(subject: string): Promise<string> {
  const { token } = await shop.addBuyer(1_00);
  const body = { category: 'other', subject, body: 'Why?' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/supports', { token, body });
  return data.id;
}

const stateOf = async (id: string) => {
  const [row] = await shop.books<{ status: number; tags: string[]; answers: string[] }[]>`
    select status, tags,
      array(select body from ticket_comments m where m.ticket_id = t.id and by_staff order by m.id) as answers
    from tickets t where id = ${id}`;
  return row!;
};

test('an answer that acts is written on its page, inserted for a look, and sent with what it does', async () => {
  const token = await shop.signIn('admin');
  const page = await newPage({ token });
  await page.goto('/admin/tickets/answers');
  await untilHydrated(page);
  const form = page.getByRole('region', { name: 'Add a canned answer' });
  await form.getByLabel('Name').fill('Refunded');
  await form.getByLabel('Text (English)').fill('Hello {{buyer}}, we refunded it. Ticket {{ticket}}');
  await form.getByLabel('Tags to add').fill('refund, scam');
  await form.getByLabel('After sending').selectOption('solved');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The canned answer was saved').first().waitFor();
  for (const javaScript of [true, false]) {
    const id = await openTicket(`Acts ${javaScript}`);
    const desk = await newPage({ token, javaScript });
    await desk.goto(`/admin/tickets/${id}`);
    if (javaScript) await untilHydrated(desk);
    await desk.getByLabel('Canned answer').selectOption({ label: 'Refunded' });
    await desk.getByRole('button', { name: 'Insert', exact: true }).click();
    await desk.getByLabel('Add tag: refund').waitFor();
    const answer = desk.getByLabel('Answer', { exact: true });
    expect(await answer.inputValue()).toMatch(/^Hello \S+, we refunded it\. Ticket #\d+$/);
    expect(await stateOf(id)).toMatchObject({ status: 1, tags: [], answers: [] });
    // Each can be left out.
    await desk.getByLabel('Add tag: scam').uncheck();
    await desk.getByRole('button', { name: 'Send answer' }).click();
    await desk.getByText('Your answer was sent').first().waitFor();
    expect(await stateOf(id)).toMatchObject({ status: 4, tags: ['refund'], answers: { length: 1 } });
  }
});

test('filters are saved as a view, opened by its key, and removed', async () => {
  const id = await openTicket('Saved view');
  const token = await shop.signIn('admin');
  await shop.api('/api/admin/ticket-changes', { token, body: { ids: [id], tag: 'saved' } });
  const page = await newPage({ token, refusals: true });
  await page.goto('/admin/tickets?view=all&tag=saved');
  await untilHydrated(page);
  await page.getByText('Save these filters as a view').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Give the view a name.').first().waitFor();
  await page.getByLabel('Name of the view').fill('Tagged');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('link', { name: /Tagged/ }).waitFor();
  expect(await views.getByRole('link', { name: /Tagged/ }).textContent()).toBe('1Tagged1');
  await page.goto('/admin/tickets');
  await untilHydrated(page);
  await page.keyboard.press('1');
  await page.waitForURL('**/admin/tickets?view=all&tag=saved');
  await page
    .getByRole('link', { name: /Saved view/ })
    .first()
    .waitFor();
  await page.getByText('Remove the view “Tagged”').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await views.waitFor({ state: 'detached' });
});

test('a question that answers it is opened while a buyer writes, and no ticket is', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token });
  await page.goto('/support');
  await untilHydrated(page);
  await page.getByLabel('Subject').fill('A card whose code does not work');
  const suggested = page.getByRole('region', { name: 'Does one of these answer it?' });
  await suggested.locator('summary').first().click();
  await suggested.getByRole('button', { name: 'This answers it' }).first().click();
  await page.locator('#new').getByText('No ticket was opened').waitFor();
  await suggested.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Subject').inputValue()).toBe('');
  await page.reload();
  await untilHydrated(page);
  expect(await page.getByLabel('Subject').inputValue()).toBe('');
  const opened = await shop.books`select from tickets where subject = 'A card whose code does not work'`;
  expect(opened).toHaveLength(0);
});
